/* several - the plan's state is a struct of states, each of which is folded on its own. */
#define CLR_STATE_FIELD(k) CLR_MEMBER(k, state) s##k;
#define CLR_PART_FIELD(k)  CLR_MEMBER(k, part) p##k;

typedef struct CLR_ALL(state) {
    CLR_EACH_MEMBER(CLR_STATE_FIELD)
} CLR_ALL(state);

typedef struct CLR_ALL(part) {
    CLR_EACH_MEMBER(CLR_PART_FIELD)
} CLR_ALL(part);

#define CLR_NONE(k) state.s##k = CLR_MEMBER(k, none)();

CLR_FN CLR_ALL(state) CLR_ALL(none)(void)
{
    CLR_ALL(state) state;

    CLR_EACH_MEMBER(CLR_NONE)
    return state;
}

#define CLR_BEGIN(k)                                                                               \
    part.p##k = CLR_MEMBER(k, begin)(state.s##k, CLR_MEMBER(k, element_of)(inputs, i, n), i);

CLR_FN CLR_ALL(part) CLR_ALL(begin)(const CLR_ALL(state) state, const CLR_ALL(inputs) inputs,
                                    const ulong i, const ulong n)
{
    CLR_ALL(part) part;

    CLR_EACH_MEMBER(CLR_BEGIN)
    return part;
}

#define CLR_TAKE(k)                                                                                \
    part.p##k = CLR_MEMBER(k, take)(part.p##k, CLR_MEMBER(k, element_of)(inputs, i, n), i);

CLR_FN CLR_ALL(part) CLR_ALL(take)(CLR_ALL(part) part, const CLR_ALL(inputs) inputs, const ulong i,
                                   const ulong n)
{
    CLR_EACH_MEMBER(CLR_TAKE)
    return part;
}

#define CLR_END(k) next.s##k = CLR_MEMBER(k, end)(state.s##k, part.p##k);

CLR_FN CLR_ALL(state) CLR_ALL(end)(const CLR_ALL(state) state, const CLR_ALL(part) part)
{
    CLR_ALL(state) next;

    CLR_EACH_MEMBER(CLR_END)
    return next;
}

#ifdef CLR_NARROW
#define CLR_STATE_OF(state, k) (state).s##k
#define CLR_EMPTY_STATE(k)     state.s##k = clr_m##k##_empty();
#define CLR_COMBINE(k)         state.s##k = clr_m##k##_combine(a.s##k, b.s##k);
#define CLR_READ_STATE(k)      state.s##k = clr_m##k##_read_state(&at->s##k);

CLR_FN clr_state clr_empty(void)
{
    clr_state state;

    CLR_EACH_MEMBER(CLR_EMPTY_STATE)
    return state;
}

CLR_FN clr_state clr_combine(const clr_state a, const clr_state b)
{
    clr_state state;

    CLR_EACH_MEMBER(CLR_COMBINE)
    return state;
}

CLR_FN clr_state clr_read_state(volatile __global const clr_state *at)
{
    clr_state state;

    CLR_EACH_MEMBER(CLR_READ_STATE)
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
