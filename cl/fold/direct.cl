/* direct - a state that is a number; elements are folded one by one. */
typedef CLR_AT(number) CLR_AT(state);

CLR_FN CLR_AT(state) CLR_AT(none)(void)
{
    return CLR_AT(constant)(CLR_IDENTITY);
}

CLR_FN CLR_AT(state) CLR_AT(take)(const CLR_AT(state) state, const CLR_AT(element) e,
                                  const ulong index)
{
    return CLR_AT(merge)(state, CLR_AT(lift)(e));
}

CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    return CLR_AT(merge)(a, b);
}

#ifdef CLR_NARROW
CLR_FN CLR_OF(state) CLR_OF(empty)(void)
{
    return CLR_OF(constant)(CLR_EMPTY);
}

CLR_FN CLR_OF(state) CLR_OF(read_state)(volatile __global const CLR_OF(state) *at)
{
    return CLR_OF(read_number)(at);
}
#else
CLR_FN CLR_OF(state) CLR_OF(lane)(const CLR_AT(state) lanes, const uint lane)
{
    return CLR_OF(number_lane)(lanes, lane);
}
#endif
