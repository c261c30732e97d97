/*
 * across - loops over a vector's lanes and a run's vectors: CLR_ACROSS folds lanes, logarithms
 * bound their number, and the loop moves the next of an array to its front, as registers have no
 * indices. An item alone indexes memory.
 */
#ifdef CLR_NARROW
#if CLR_GROUP_SIZE == 1
#define CLR_FIRST_OF(array, turn) array[turn]
#define CLR_MOVE_UP(array, count)
#else
#define CLR_FIRST_OF(array, turn) array[0]
#define CLR_MOVE_UP(array, count)                                                                  \
    _Pragma("unroll") for (uint next = 1; next < (count); next++) array[next - 1] = array[next];
#endif
#define CLR_PLUS(a, b) ((a) + (b))
#define CLR_OR(a, b)   ((a) | (b))
/* For powers of two up to 2^8. */
#define CLR_LOG2(n)                                                                                \
    (((n) >= 2) + ((n) >= 4) + ((n) >= 8) + ((n) >= 16) + ((n) >= 32) + ((n) >= 64) +              \
     ((n) >= 128) + ((n) >= 256))
#endif
