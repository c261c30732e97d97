/*
 * digits - what is added to bins, as an integer: m 2^place times the smallest number of the
 * elements' format, or its square for products.
 */
#if CLR_TURNS || CLR_COPIES
typedef CLR_WIDE(CLR_FORMAT(WORD)) CLR_AT(field);

typedef struct CLR_AT(digits) {
    CLR_WIDE(ulong) m;
    CLR_WIDE(ulong) above;  /* a product's bits above 64 */
    CLR_AT(field) place;
    CLR_WIDE(ulong) sign;   /* all bits, or none */
    CLR_AT(field) exponent; /* biased; the larger factor's */
} CLR_AT(digits);

#ifdef CLR_NARROW
enum { CLR_OF(exponents) = CLR_FORMAT(EXPONENTS) };
#endif
#endif
