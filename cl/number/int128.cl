/* int128 - pairs are integers of 128 bits in two's complement. */
/*
 * needs:           CLR_AT(number) CLR_WIDE CLR_AT(magnitude) CLR_HIGH CLR_LOW CLR_AT(value)
 *                  CLR_AT(product_high) CLR_AT(carry)
 * needs narrow:    CLR_IS_SIGNED
 * provides:        CLR_AT(constant) CLR_AT(widen) CLR_AT(product) CLR_AT(add)
 * provides narrow: CLR_OF(fits)
 */
CLR_FN CLR_AT(number) CLR_AT(constant)(const ulong x)
{
    const CLR_AT(number) number = {(CLR_WIDE(ulong))(0), (CLR_WIDE(ulong))(x)};

    return number;
}

CLR_FN CLR_AT(number) CLR_AT(widen)(const CLR_AT(magnitude) x)
{
    const CLR_AT(number) number = {CLR_HIGH(x), CLR_LOW(x)};

    return number;
}

CLR_FN CLR_AT(number) CLR_AT(product)(const CLR_AT(value) x, const CLR_AT(value) y)
{
    const CLR_AT(number) number = {CLR_AT(product_high)(x, y), CLR_LOW(x) * CLR_LOW(y)};

    return number;
}

CLR_FN CLR_AT(number) CLR_AT(add)(const CLR_AT(number) a, const CLR_AT(number) b)
{
    CLR_AT(number) sum;

    sum.low  = a.low + b.low;
    sum.high = a.high + b.high + CLR_AT(carry)(sum.low, a.low);
    return sum;
}

#ifdef CLR_NARROW
CLR_FN bool CLR_OF(fits)(const CLR_AT(number) x)
{
    return x.high == (CLR_IS_SIGNED ? (ulong)((long)x.low >> 63) : 0UL);
}
#endif
