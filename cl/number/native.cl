/* native - a state's numbers are of a type of the device's own, CLR_NUMBER: its lanes, conversions
 * and exchanges. Its alternative is cl/number/pair.cl. */
typedef CLR_WIDE(CLR_NUMBER) CLR_AT(number);

CLR_FN CLR_AT(number) CLR_AT(constant)(const CLR_NUMBER x)
{
    return (CLR_AT(number))(x);
}

CLR_FN CLR_AT(number) CLR_AT(widen)(const CLR_AT(magnitude) x)
{
    return CLR_WIDEN(x);
}

CLR_FN CLR_AT(number) CLR_AT(product)(const CLR_AT(value) x, const CLR_AT(value) y)
{
    return CLR_WIDEN(x) * CLR_WIDEN(y);
}

CLR_FN CLR_AT(number) CLR_AT(add)(const CLR_AT(number) a, const CLR_AT(number) b)
{
    return a + b;
}

CLR_FN CLR_AT(number) CLR_AT(multiply)(const CLR_AT(number) a, const CLR_AT(number) b)
{
    return a * b;
}

#ifdef CLR_NARROW
/* Reads another group's number. */
CLR_FN CLR_AT(number) CLR_AT(read_number)(volatile __global const CLR_AT(number) *at)
{
    return *at;
}
#else
CLR_FN CLR_OF(number) CLR_OF(number_lane)(const CLR_AT(number) lanes, const uint lane)
{
    union {
        CLR_AT(number) lanes;
        CLR_OF(number) lane[CLR_WIDTH];
    } both;

    both.lanes = lanes;
    return both.lane[lane];
}
#endif
