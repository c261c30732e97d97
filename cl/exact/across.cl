/*
 * across - helpers of loops over a run, which is CLR_LENGTH vectors of CLR_WIDTH lanes in
 * registers. An array indexed by a loop's counter would be kept in memory: a group's item takes the
 * array's first element and moves the others up (CLR_FIRST_OF, CLR_MOVE_UP). An item alone, on a
 * CPU, indexes memory.
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
/* Exact for powers of two up to 2^8, the longest run (CLR_MOST_LOG2). */
#define CLR_LOG2(n)                                                                                \
    (((n) >= 2) + ((n) >= 4) + ((n) >= 8) + ((n) >= 16) + ((n) >= 32) + ((n) >= 64) +              \
     ((n) >= 128) + ((n) >= 256))
#endif
