/*
 * int128 - pairs as integers of 128 bits in two's complement. Factors of products have at most 32
 * bits: int192 has products of longer ones.
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
    const CLR_WIDE(ulong) low   = CLR_LOW(x) * CLR_LOW(y);
    const CLR_WIDE(ulong) sign  = CLR_WIDE(as_ulong)(CLR_WIDE(as_long)(low) >> 63);
    const CLR_AT(number) number = {CLR_IS_SIGNED ? sign : (CLR_WIDE(ulong))(0), low};

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

/* The top 64 of 192 bits, by the sign. Sums of 2^63 unsigned integers leave the top bit 0. */
CLR_FN ulong CLR_OF(top)(const CLR_OF(number) x)
{
    return (ulong)((long)x.high >> 63);
}
#endif
