/*
 * bytes - keeps the smallest or largest byte of a run by comparing words: each byte is shifted to a
 * word's top in turn, where it decides, whatever lies below. A run comes to one number, so lanes
 * share one state.
 */
#ifdef CLR_NARROW
typedef CLR_OF(number) CLR_OF(state);

CLR_FN CLR_OF(state) CLR_OF(none)(void)
{
    return CLR_OF(constant)(CLR_IDENTITY);
}

CLR_FN CLR_OF(state) CLR_OF(empty)(void)
{
    return CLR_OF(constant)(CLR_EMPTY);
}

CLR_FN CLR_OF(state) CLR_OF(combine)(const CLR_OF(state) a, const CLR_OF(state) b)
{
    return CLR_OF(merge)(a, b);
}

CLR_FN CLR_OF(state) CLR_OF(read_state)(volatile __global const CLR_OF(state) *at)
{
    return CLR_OF(read_number)(at);
}
#else
typedef CLR_OF(state) CLR_AT(state);

CLR_FN CLR_AT(state) CLR_AT(none)(void)
{
    return CLR_OF(none)();
}

CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    return CLR_OF(combine)(a, b);
}

CLR_FN CLR_OF(state) CLR_OF(lane)(const CLR_AT(state) lanes, const uint lane)
{
    return lane == 0 ? lanes : CLR_OF(none)();
}
#endif
