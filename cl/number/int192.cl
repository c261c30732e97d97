/*
 * int192 - integers of 192 bits in two's complement, which hold any sum of products of 64-bit
 * integers: 2^63 of them are below 2^191.
 */
typedef struct CLR_AT(number) {
    CLR_WIDE(ulong) top;
    CLR_WIDE(ulong) high;
    CLR_WIDE(ulong) low;
} CLR_AT(number);

CLR_FN CLR_AT(number) CLR_AT(constant)(const ulong x)
{
    const CLR_WIDE(ulong) zero  = (CLR_WIDE(ulong))(0);
    const CLR_AT(number) number = {zero, zero, (CLR_WIDE(ulong))(x)};

    return number;
}

CLR_FN CLR_AT(number) CLR_AT(widen)(const CLR_AT(magnitude) x)
{
    const CLR_AT(number) number = {CLR_HIGH(x), CLR_HIGH(x), CLR_LOW(x)};

    return number;
}

CLR_FN CLR_AT(number) CLR_AT(product)(const CLR_AT(value) x, const CLR_AT(value) y)
{
    CLR_AT(number) number;

    number.low  = CLR_LOW(x) * CLR_LOW(y);
    number.high = CLR_AT(product_high)(x, y);
    number.top  = CLR_IS_SIGNED
                      ? CLR_WIDE(as_ulong)(CLR_WIDE(as_long)(number.high) >> 63)
                      : (CLR_WIDE(ulong))(0);
    return number;
}

CLR_FN CLR_AT(number) CLR_AT(add)(const CLR_AT(number) a, const CLR_AT(number) b)
{
    const CLR_WIDE(ulong) low   = a.low + b.low;
    const CLR_WIDE(ulong) high  = a.high + b.high;
    const CLR_WIDE(ulong) one   = CLR_AT(carry)(low, a.low);
    const CLR_WIDE(ulong) above = CLR_AT(carry)(high, a.high) + CLR_AT(carry)(high + one, high);
    const CLR_AT(number) sum    = {a.top + b.top + above, high + one, low};

    return sum;
}

#ifdef CLR_NARROW
CLR_FN bool CLR_OF(fits)(const CLR_OF(number) x)
{
    const ulong sign = CLR_IS_SIGNED ? (ulong)((long)x.low >> 63) : 0UL;

    return x.high == sign && x.top == sign;
}

CLR_FN ulong CLR_OF(top)(const CLR_OF(number) x)
{
    return x.top;
}

/* Reads another group's number member by member, for the reason that cl/number/pair.cl has. */
CLR_FN CLR_OF(number) CLR_OF(read_number)(volatile __global const CLR_OF(number) *at)
{
    const CLR_OF(number) number = {at->top, at->high, at->low};

    return number;
}
#else
CLR_FN CLR_OF(number) CLR_OF(number_lane)(const CLR_AT(number) lanes, const uint lane)
{
    union {
        CLR_WIDE(ulong) lanes;
        ulong lane[CLR_WIDTH];
    } top, high, low;
    CLR_OF(number) number;

    top.lanes   = lanes.top;
    high.lanes  = lanes.high;
    low.lanes   = lanes.low;
    number.top  = top.lane[lane];
    number.high = high.lane[lane];
    number.low  = low.lane[lane];
    return number;
}
#endif
