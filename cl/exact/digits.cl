/* digits - an element as the integer that bins add up, for runs that do not fit the terms: m
 * 2^place times the smallest positive number of the format, or, of a product, times its square.
 * cl/exact/digits_value.cl and digits_product.cl find them for all lanes at once. */
#if CLR_TURNS || CLR_COPIES
typedef CLR_WIDE(CLR_FORMAT(WORD)) CLR_AT(field);

typedef struct CLR_AT(digits) {
    CLR_WIDE(ulong) m;
    CLR_WIDE(ulong) above; /* a product's bits above 64 */
    CLR_AT(field) place;
    CLR_WIDE(ulong) sign; /* all bits, or none */
} CLR_AT(digits);
#endif
