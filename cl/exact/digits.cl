/*
 * digits - a value, or a product of two, as the integer that bins add up: m 2^place times the
 * smallest positive number of the elements' format, or times its square for products.
 */
#if CLR_TURNS || CLR_COPIES
typedef CLR_WIDE(CLR_FORMAT(WORD)) CLR_AT(field);

typedef struct CLR_AT(digits) {
    CLR_WIDE(ulong) m;
    CLR_WIDE(ulong) above; /* a product's bits above 64 */
    CLR_AT(field) place;
    CLR_WIDE(ulong) sign; /* all bits, or none */
} CLR_AT(digits);
#endif
