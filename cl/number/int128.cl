/*
 * int128 - numbers are integers of 128 bits in two's complement. CLR_LOW(x) and CLR_HIGH(x) are the
 * halves of a shorter integer, at any width.
 */
typedef struct CLR_AT(number) {
    CLR_WIDE(ulong) low;
    CLR_WIDE(ulong) high;
} CLR_AT(number);

CLR_FN CLR_AT(number) CLR_AT(constant)(const ulong x)
{
    const CLR_AT(number) number = {(CLR_WIDE(ulong))(x), (CLR_WIDE(ulong))(0)};

    return number;
}

CLR_FN CLR_AT(number) CLR_AT(widen)(const CLR_AT(magnitude) x)
{
    const CLR_AT(number) number = {CLR_LOW(x), CLR_HIGH(x)};

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

CLR_FN CLR_AT(number) CLR_AT(read_number)(volatile __global const CLR_AT(number) *at)
{
    CLR_AT(number) number;

    number.low  = at->low;
    number.high = at->high;
    return number;
}
#else
CLR_FN CLR_OF(number) CLR_OF(number_lane)(const CLR_AT(number) lanes, const uint lane)
{
    union {
        CLR_WIDE(ulong) lanes;
        ulong lane[CLR_WIDTH];
    } low, high;
    CLR_OF(number) number;

    low.lanes   = lanes.low;
    high.lanes  = lanes.high;
    number.low  = low.lane[lane];
    number.high = high.lane[lane];
    return number;
}
#endif
