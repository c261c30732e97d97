/* several_lanes - combines the states of all members, of two vectors, lane by lane. Of one member
 * it is single_lanes.cl. */
#define CLR_COMBINE_LANES(k) state.s##k = clr_m##k##_lanes_combine(a.s##k, b.s##k);

CLR_FN clr_lanes_state clr_lanes_combine(const clr_lanes_state a, const clr_lanes_state b)
{
    clr_lanes_state state;

    CLR_EACH_MEMBER(CLR_COMBINE_LANES)
    return state;
}
