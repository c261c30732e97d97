/*
 * custom - the caller's operator, whose text comes before under names that begin with clr_custom_.
 * Elements are folded one by one, as they are structs of the caller's.
 */
typedef clr_custom_state CLR_AT(state);

CLR_FN CLR_AT(state) CLR_AT(none)(void)
{
    return clr_custom_identity();
}

CLR_FN CLR_AT(state) CLR_AT(take)(const CLR_AT(state) state, const CLR_AT(element) e,
                                  const ulong index)
{
    if (!CLR_IS_TAKEN(e))
        return state;
    return clr_custom_combine(state, clr_custom_lift(e.x, index));
}

CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    return clr_custom_combine(a, b);
}

#ifdef CLR_NARROW
/* Byte by byte, as a volatile struct cannot be copied. */
CLR_FN CLR_OF(state) CLR_OF(read_state)(volatile __global const CLR_OF(state) *at)
{
    volatile __global const uchar *bytes = (volatile __global const uchar *)at;
    union {
        CLR_OF(state) state;
        uchar bytes[sizeof(CLR_OF(state))];
    } both;

    for (uint i = 0; i < sizeof both; i++)
        both.bytes[i] = bytes[i];
    return both.state;
}
#else
CLR_FN CLR_OF(state) CLR_OF(lane)(const CLR_AT(state) lanes, const uint lane)
{
    return lanes;
}
#endif
