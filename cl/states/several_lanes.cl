/* several_lanes - combines the members' states of two vectors, lane by lane. */
#define CLR_COMBINE_LANES(k) state.s##k = clr_m##k##_lanes_combine(a.s##k, b.s##k);

CLR_FN clr_lanes_state clr_lanes_combine(const clr_lanes_state a, const clr_lanes_state b)
{
    clr_lanes_state state;

    CLR_EACH_MEMBER(CLR_COMBINE_LANES)
    return state;
}
