/* one_state - a run of vectors comes to one number, so lanes share one state. */
#ifndef CLR_NARROW
typedef CLR_OF(state) CLR_AT(state);

CLR_FN CLR_AT(state) CLR_AT(none)(void)
{
    return CLR_OF(none)();
}

CLR_FN CLR_OF(state) CLR_OF(lane)(const CLR_AT(state) lanes, const uint lane)
{
    return lane == 0 ? lanes : CLR_OF(none)();
}
#endif
