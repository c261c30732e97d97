/*
 * multiply_checked - an integer product's magnitude and sign, and whether it ever exceeded 64 bits.
 * Magnitudes only grow, so a product too large stays so, unless a factor is 0.
 */
typedef struct CLR_AT(state) {
    CLR_WIDE(ulong) magnitude;
    CLR_WIDE(uint) negative; /* 1: it is */
    CLR_WIDE(uint) beyond;   /* 1: more than 64 bits */
} CLR_AT(state);

CLR_FN CLR_AT(state) CLR_AT(none)(void)
{
    CLR_AT(state) state;

    state.magnitude = (CLR_WIDE(ulong))(1);
    state.negative  = (CLR_WIDE(uint))(0);
    state.beyond    = (CLR_WIDE(uint))(0);
    return state;
}

CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    const CLR_WIDE(long) grown = CLR_WIDE(convert_long)(mul_hi(a.magnitude, b.magnitude) != 0);
    const CLR_WIDE(long) zero =
        CLR_WIDE(convert_long)((a.magnitude == 0) | (b.magnitude == 0));
    CLR_AT(state) state;

    state.negative  = a.negative ^ b.negative;
    state.beyond    = a.beyond | b.beyond | CLR_WIDE(convert_uint)(grown & 1);
    state.beyond    = state.beyond & CLR_WIDE(convert_uint)(1 - (zero & 1));
    state.magnitude = a.magnitude * b.magnitude;
    /* An overflowed product is not 0, whatever its lower half. */
    state.magnitude |= CLR_WIDE(convert_ulong)(state.beyond);
    return state;
}

CLR_FN CLR_AT(state) CLR_AT(take)(const CLR_AT(state) state, const CLR_AT(element) e,
                                  const ulong index)
{
    const CLR_AT(value) x = CLR_AT(admit)(e).x;
    CLR_AT(state) factor;

    factor.magnitude = CLR_WIDE(convert_ulong)(CLR_ABS(x));
    factor.negative  = CLR_WIDE(as_uint)(CLR_WIDE(convert_int)(x < (CLR_AT(value))(0))) & 1;
    factor.beyond    = (CLR_WIDE(uint))(0);
    return CLR_AT(combine)(state, factor);
}

#ifdef CLR_NARROW
CLR_FN CLR_OF(state) CLR_OF(read_state)(volatile __global const CLR_OF(state) *at)
{
    CLR_OF(state) state;

    state.magnitude = at->magnitude;
    state.negative  = at->negative;
    state.beyond    = at->beyond;
    return state;
}
#else
CLR_FN CLR_OF(state) CLR_OF(lane)(const CLR_AT(state) lanes, const uint lane)
{
    union {
        CLR_WIDE(ulong) lanes;
        ulong lane[CLR_WIDTH];
    } magnitude;
    union {
        CLR_WIDE(uint) lanes;
        uint lane[CLR_WIDTH];
    } negative, beyond;
    CLR_OF(state) state;

    magnitude.lanes = lanes.magnitude;
    negative.lanes  = lanes.negative;
    beyond.lanes    = lanes.beyond;
    state.magnitude = magnitude.lane[lane];
    state.negative  = negative.lane[lane];
    state.beyond    = beyond.lane[lane];
    return state;
}
#endif
