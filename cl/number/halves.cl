/* halves - extends an integer of at most 64 bits to the halves of 128: CLR_LOW(x) and CLR_HIGH(x),
 * at any width, for int128.cl and int192.cl. */
/* The upper half of a product. A negative factor has an upper half of -1, which subtracts the other
 * factor. */
CLR_FN CLR_WIDE(ulong) CLR_AT(product_high)(const CLR_AT(value) x, const CLR_AT(value) y)
{
    const CLR_WIDE(ulong) a = CLR_LOW(x);
    const CLR_WIDE(ulong) b = CLR_LOW(y);

    return mul_hi(a, b) - (CLR_HIGH(x) & b) - (CLR_HIGH(y) & a);
}

/* The carry out of `sum`, which is a + something. */
CLR_FN CLR_WIDE(ulong) CLR_AT(carry)(const CLR_WIDE(ulong) sum, const CLR_WIDE(ulong) a)
{
    return CLR_WIDE(as_ulong)(CLR_WIDE(convert_long)(sum < a)) & 1;
}
