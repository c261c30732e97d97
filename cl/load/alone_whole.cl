/* alone_whole - the ordinary state for cl/load/alone.cl: always exact, or of a level that need not
 * be. Its alternative is cl/load/alone_brief.cl. */
typedef clr_state CLR_TRY(state);
typedef clr_lanes_state CLR_TRY(lanes_state);

CLR_FN clr_state CLR_TRY(none)(void)
{
    return clr_none();
}

CLR_FN clr_lanes_state CLR_TRY(lanes_none)(void)
{
    return clr_lanes_none();
}

CLR_FN clr_state CLR_TRY(lane)(const clr_lanes_state lanes, const uint lane)
{
    return clr_lane(lanes, lane);
}

CLR_FN clr_state CLR_TRY(merge)(const clr_memory memory, const clr_state a, const clr_state b)
{
    return clr_combine(memory, a, b);
}

CLR_FN clr_state CLR_TRY(take)(const clr_memory memory, const clr_state state,
                               const clr_inputs *inputs, const ulong i, const ulong count)
{
    return clr_fold_one(memory, state, inputs, i, 0, count);
}

CLR_FN clr_lanes_state CLR_TRY(take_vector)(const clr_memory memory, const clr_lanes_state state,
                                            const clr_lanes_inputs *inputs, const ulong i,
                                            const ulong count)
{
    return clr_lanes_fold_one(memory, state, inputs, i, 0, count);
}

/* Takes CLR_LOADS vectors. */
CLR_FN clr_lanes_state CLR_TRY(take_run)(const clr_memory memory, const clr_lanes_state state,
                                         const clr_lanes_inputs *inputs, const ulong i,
                                         const ulong count)
{
    return clr_lanes_fold_tile(memory, state, inputs, i, CLR_LANES, count);
}
