/*
 * placed - a state that is an element's key and its index, of cl/fold/arg.cl and cl/fold/end.cl.
 * Lanes keep the index of their vector's first element, in halves of 32 bits, as selecting between
 * 64-bit vectors goes through memory on NVIDIA.
 */
typedef struct CLR_AT(state) {
    CLR_AT(number) key;
    CLR_WIDE(uint) low; /* of the index */
    CLR_WIDE(uint) high;
} CLR_AT(state);

#define CLR_NO_INDEX (~0UL)

CLR_FN CLR_AT(state) CLR_AT(none)(void)
{
    CLR_AT(state) state;

    state.key  = CLR_AT(constant)(CLR_IDENTITY);
    state.low  = (CLR_WIDE(uint))(~0u);
    state.high = (CLR_WIDE(uint))(~0u);
    return state;
}

#ifdef CLR_NARROW
CLR_FN ulong CLR_OF(index_of)(const CLR_OF(state) state)
{
    return ((ulong)state.high << 32) | state.low;
}

CLR_FN CLR_OF(state) CLR_OF(read_state)(volatile __global const CLR_OF(state) *at)
{
    CLR_OF(state) state;

    state.key  = at->key;
    state.low  = at->low;
    state.high = at->high;
    return state;
}
#else
CLR_FN CLR_OF(state) CLR_OF(lane)(const CLR_AT(state) lanes, const uint lane)
{
    union {
        CLR_WIDE(uint) lanes;
        uint lane[CLR_WIDTH];
    } low, high;
    CLR_OF(state) state;
    ulong index;

    low.lanes  = lanes.low;
    high.lanes = lanes.high;
    index      = ((ulong)high.lane[lane] << 32) | low.lane[lane];
    index      = index == CLR_NO_INDEX ? CLR_NO_INDEX : index + lane;
    state.key  = CLR_OF(number_lane)(lanes.key, lane);
    state.low  = (uint)index;
    state.high = (uint)(index >> 32);
    return state;
}
#endif
