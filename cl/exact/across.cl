/* across - by what CLR_ACROSS folds the lanes of a vector; and logarithms of how many there are. */
#ifdef CLR_NARROW
#define CLR_PLUS(a, b) ((a) + (b))
#define CLR_OR(a, b)   ((a) | (b))
/* Of a power of two up to 2^8. */
#define CLR_LOG2(n)                                                                                \
    (((n) >= 2) + ((n) >= 4) + ((n) >= 8) + ((n) >= 16) + ((n) >= 32) + ((n) >= 64) +              \
     ((n) >= 128) + ((n) >= 256))
#endif
