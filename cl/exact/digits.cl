/* digits - an element as the integer that bins add up, for runs that do not fit the terms: m
 * 2^place times the smallest positive number of the format, or, of a product, times its square.
 * cl/exact/digits_value.cl and digits_product.cl find them for all lanes at once, where a lone
 * item's rows (CLR_TURNS) or a group's copies (CLR_COPIES) take runs beside the bins. The bins
 * themselves take an element at a time, as parts (cl/exact/parts.cl). */
#if CLR_TURNS || CLR_COPIES
typedef CLR_WIDE(CLR_FORMAT(WORD)) CLR_AT(field);

typedef struct CLR_AT(digits) {
    CLR_WIDE(ulong) m;
    CLR_WIDE(ulong) above; /* a product's bits above 64 */
    CLR_AT(field) place;
    CLR_WIDE(ulong) sign; /* all bits of negative elements, else none */
} CLR_AT(digits);
#endif
