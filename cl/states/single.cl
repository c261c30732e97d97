/* single - the plan's one state is the plan's state. */
/*
 * needs:           CLR_MEMBER(0, state) CLR_MEMBER(0, none)
 * needs narrow:    clr_m0_saved clr_m0_empty
 * needs wide:      clr_state clr_m0_lane
 * provides:        CLR_ALL(state) CLR_ALL(none)
 * provides narrow: clr_saved CLR_STATE_OF clr_empty
 * provides wide:   clr_lane
 */
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
