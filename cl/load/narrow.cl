/* narrow - folds a vector's lanes into one state, one after the other: a tree would keep all lanes'
 * states in registers at once. */
CLR_FN clr_state clr_fold_lanes(const clr_memory memory, const clr_lanes_state lanes)
{
    clr_state state = clr_lane(lanes, 0);

#pragma unroll
    for (uint lane = 1; lane < CLR_LANE_STATES; lane++) {
        state = clr_combine(memory, state, clr_lane(lanes, lane));
    }
    return state;
}
