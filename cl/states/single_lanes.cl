/* single_lanes - combines the states of two vectors, lane by lane, in a pass of one member. Of
 * several it is several_lanes.cl. */
CLR_FN clr_lanes_state clr_lanes_combine(const clr_lanes_state a, const clr_lanes_state b)
{
    return clr_m0_lanes_combine(a, b);
}
