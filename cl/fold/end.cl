/*
 * end - first and last: keeps the element of the lowest or highest index (CLR_BEATS compares halves
 * of indices) among those taken. The state begins without an index, and without one loses to every
 * state that has one. The state: cl/fold/placed.cl.
 */
CLR_FN CLR_WIDE(int) CLR_AT(lacks_index)(const CLR_AT(state) state)
{
    return (state.low & state.high) == (CLR_WIDE(uint))(~0u);
}

CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    const CLR_WIDE(int) beats =
        CLR_BEATS(b.high, a.high) | ((b.high == a.high) & CLR_BEATS(b.low, a.low));
    const CLR_WIDE(int) wins = ~CLR_AT(lacks_index)(b) & (CLR_AT(lacks_index)(a) | beats);
    CLR_AT(state) state;

    state.key  = CLR_WIDE(CLR_JOIN(convert_, CLR_CHOICE))(wins) ? b.key : a.key;
    state.low  = wins ? b.low : a.low;
    state.high = wins ? b.high : a.high;
    return state;
}
