/* along_lanes - folds vectors of one result into a state for each lane, and in the end the lanes
 * into one. Its alternative for exact sums is cl/load/along_brief.cl. */
typedef clr_lanes_state clr_along;

CLR_FN clr_along clr_along_none(void)
{
    return clr_lanes_none();
}

/* Takes CLR_LOADS vectors, whose first elements are `step` apart. */
CLR_FN clr_along clr_along_take_tile(const clr_memory memory, const clr_along along,
                                     const clr_lanes_inputs *inputs, const ulong index,
                                     const ulong step, const ulong n)
{
    return clr_lanes_fold_tile(memory, along, inputs, index, step, n);
}

CLR_FN clr_along clr_along_take_one(const clr_memory memory, const clr_along along,
                                    const clr_lanes_inputs *inputs, const ulong index,
                                    const ulong n)
{
    return clr_lanes_fold_one(memory, along, inputs, index, 0, n);
}

CLR_FN clr_state clr_along_state(const clr_memory memory, const clr_along along)
{
    return clr_fold_lanes(memory, along);
}
