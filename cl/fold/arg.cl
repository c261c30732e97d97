/*
 * arg - argmin, argmax and iamax: keeps the best key, by CLR_BEATS(a, b), and its index; of equal
 * keys the first. Runs come in ascending order, so only a better key takes over. The state begins
 * with the worst possible key and without an index. Where all elements count, it ends without one
 * only if no key was better than the worst: all keys are equal then, and cl/lower/arg.cl answers
 * with index 0. Where elements are left out, cl/fold/arg_some.cl takes the first one that counts,
 * however bad it is, and a missing index means that none did.
 *
 * Lanes keep the index of their vector's first element, in halves of 32 bits, as selecting between
 * 64-bit vectors goes through memory on NVIDIA.
 */
typedef struct CLR_AT(state) {
    CLR_AT(number) key;
    CLR_WIDE(uint) low; /* of the index */
    CLR_WIDE(uint) high;
} CLR_AT(state);

#define CLR_NO_INDEX (~0UL)

/* Makes all NaNs' keys equal. cl/fold/glance.cl finds the best of several keys before it makes them
 * alike: the best comes here, too. */
CLR_FN CLR_AT(number) CLR_AT(alike)(const CLR_AT(number) key)
{
    return CLR_ALIKE(key);
}

CLR_FN CLR_AT(state) CLR_AT(none)(void)
{
    CLR_AT(state) state;

    state.key  = CLR_AT(constant)(CLR_IDENTITY);
    state.low  = (CLR_WIDE(uint))(~0u);
    state.high = (CLR_WIDE(uint))(~0u);
    return state;
}

/* The best key of a run takes over if it beats the state's. Its element is number `place` of the
 * run, whose first element has index `first`. */
CLR_FN CLR_AT(state) CLR_AT(better)(CLR_AT(state) state, const CLR_AT(number) best,
                                    const ulong first, const CLR_WIDE(CLR_PLACE) place)
{
    const CLR_WIDE(int) found = CLR_WIDE(convert_int)(CLR_BEATS(best, state.key));
    const CLR_WIDE(uint) low  = (uint)first + CLR_WIDE(convert_uint)(place);
    const CLR_WIDE(int) carry = low < (CLR_WIDE(uint))((uint)first);
    const CLR_WIDE(uint) one  = (CLR_WIDE(uint))(1);
    const CLR_WIDE(uint) high = (uint)(first >> 32) + (carry ? one : one - one);

    state.key  = CLR_BEST(best, state.key);
    state.low  = found ? low : state.low;
    state.high = found ? high : state.high;
    return state;
}

#ifdef CLR_NARROW
CLR_FN ulong CLR_OF(index_of)(const CLR_OF(state) state)
{
    return ((ulong)state.high << 32) | state.low;
}

CLR_FN CLR_OF(state) CLR_OF(combine)(const CLR_OF(state) a, const CLR_OF(state) b)
{
    const bool earlier = CLR_OF(index_of)(b) < CLR_OF(index_of)(a);
    const bool b_wins  = CLR_BEATS(b.key, a.key) || (b.key == a.key && earlier);
    CLR_OF(state) state;

    state.key  = b_wins ? b.key : a.key;
    state.low  = b_wins ? b.low : a.low;
    state.high = b_wins ? b.high : a.high;
    return state;
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
CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    const CLR_WIDE(int) earlier =
        (b.high < a.high) | ((b.high == a.high) & (b.low < a.low));
    const CLR_WIDE(int) wins = CLR_WIDE(convert_int)(CLR_BEATS(b.key, a.key)) |
                               (CLR_WIDE(convert_int)(b.key == a.key) & earlier);
    CLR_AT(state) state;

    state.key  = CLR_BEST(b.key, a.key);
    state.low  = wins ? b.low : a.low;
    state.high = wins ? b.high : a.high;
    return state;
}

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
