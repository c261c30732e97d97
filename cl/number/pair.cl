/* pair - a state's numbers are two halves of type CLR_HALF: how they are stored, and taken apart
 * into lanes. Their arithmetic is in double_double.cl, double_float.cl or int128.cl. */
typedef struct CLR_AT(number) {
    CLR_WIDE(CLR_HALF) high;
    CLR_WIDE(CLR_HALF) low;
} CLR_AT(number);

#ifdef CLR_NARROW
/* Reads another group's number member by member: copied whole through a volatile pointer, a pair of
 * floats takes Intel's compiler 1024 bytes of private memory
 * (docs/history/2026-11-23-compilers-and-proofs.md). */
CLR_FN CLR_OF(number) CLR_OF(read_number)(volatile __global const CLR_OF(number) *at)
{
    CLR_OF(number) number;

    number.high = at->high;
    number.low  = at->low;
    return number;
}
#else
CLR_FN CLR_OF(number) CLR_OF(number_lane)(const CLR_AT(number) lanes, const uint lane)
{
    union {
        CLR_WIDE(CLR_HALF) lanes;
        CLR_HALF lane[CLR_WIDTH];
    } high, low;
    CLR_OF(number) number;

    high.lanes  = lanes.high;
    low.lanes   = lanes.low;
    number.high = high.lane[lane];
    number.low  = low.lane[lane];
    return number;
}
#endif
