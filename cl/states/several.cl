/*
 * several - the pass's state is a struct of its members' states, each folded on its own, without
 * padding (src/base/source.h says why).
 */
#define CLR_STATE_FIELD(k) CLR_GAP_##k CLR_MEMBER(k, state) s##k;

typedef struct CLR_ALL(state) {
    CLR_EACH_MEMBER(CLR_STATE_FIELD)
    CLR_LAST_GAP
} CLR_ALL(state);

#define CLR_NONE(k) state.s##k = CLR_MEMBER(k, none)();

CLR_FN CLR_ALL(state) CLR_ALL(none)(void)
{
    CLR_ALL(state) state;

    CLR_EACH_MEMBER(CLR_NONE)
    return state;
}

#ifdef CLR_NARROW
#define CLR_SAVED_FIELD(k) clr_m##k##_saved s##k;

typedef struct clr_saved {
    CLR_EACH_MEMBER(CLR_SAVED_FIELD)
} clr_saved;

#define CLR_STATE_OF(state, k) (state).s##k
#define CLR_EMPTY_STATE(k)     state.s##k = clr_m##k##_empty();

CLR_FN clr_state clr_empty(void)
{
    clr_state state;

    CLR_EACH_MEMBER(CLR_EMPTY_STATE)
    return state;
}
#else
#define CLR_LANE(k) state.s##k = clr_m##k##_lane(lanes.s##k, lane);

CLR_FN clr_state clr_lane(const CLR_ALL(state) lanes, const uint lane)
{
    clr_state state;

    CLR_EACH_MEMBER(CLR_LANE)
    return state;
}
#endif
