/*
 * int128 - pairs are integers of 128 bits in two's complement. CLR_LOW(x) and CLR_HIGH(x) are the
 * halves of a shorter integer, at any width.
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

/* The upper half of a product of integers that are shorter: a negative factor's is all ones. */
CLR_FN CLR_AT(number) CLR_AT(product)(const CLR_AT(value) x, const CLR_AT(value) y)
{
    const CLR_WIDE(ulong) a = CLR_LOW(x);
    const CLR_WIDE(ulong) b = CLR_LOW(y);
    CLR_AT(number) number;

    number.low  = a * b;
    number.high = mul_hi(a, b) + CLR_HIGH(x) * b + a * CLR_HIGH(y);
    return number;
}

CLR_FN CLR_AT(number) CLR_AT(add)(const CLR_AT(number) a, const CLR_AT(number) b)
{
    CLR_AT(number) sum;

    sum.low  = a.low + b.low;
    sum.high = a.high + b.high;
    sum.high += CLR_WIDE(as_ulong)(CLR_WIDE(convert_long)(sum.low < a.low)) & 1;
    return sum;
}

#ifdef CLR_NARROW
CLR_FN bool CLR_OF(fits)(const CLR_AT(number) x)
{
    return x.high == (CLR_IS_SIGNED ? (ulong)((long)x.low >> 63) : 0UL);
}
#endif
