/* terms - what adding a run to the terms comes to. */
typedef struct CLR_RUN_AT(terms) {
    CLR_WIDE(double) high;
    CLR_WIDE(double) low;
    CLR_WIDE(long) lost; /* 0, but for the sign, if the terms are all of it */
} CLR_RUN_AT(terms);
