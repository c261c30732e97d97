/* single - the pass has one member: its state is the pass's. Passes of several members have
 * cl/states/several.cl. */
typedef CLR_MEMBER(0, state) CLR_ALL(state);

CLR_FN CLR_ALL(state) CLR_ALL(none)(void)
{
    return CLR_MEMBER(0, none)();
}

#ifdef CLR_NARROW
typedef clr_m0_saved clr_saved;

#define CLR_STATE_OF(state, k) (state)

CLR_FN clr_state clr_empty(void)
{
    return clr_m0_empty();
}
#else
CLR_FN clr_state clr_lane(const CLR_ALL(state) lanes, const uint lane)
{
    return clr_m0_lane(lanes, lane);
}
#endif
