/*
 * along_brief - folds vectors of one exact sum into one state for all lanes (cl/exact/pair_run.cl):
 * 70 registers of an H200, where a state for each lane takes 124, and rows of 4096 are 0.92 of flat
 * for 0.81 (docs/history/2026-11-25-registers-and-giants.md, "Exact sums by runs"). Its alternative
 * is cl/load/along_lanes.cl.
 */
typedef clr_state clr_along;

CLR_FN clr_along clr_along_none(void)
{
    return clr_none();
}

/* Takes CLR_LOADS vectors, whose first elements are `step` apart. */
CLR_FN clr_along clr_along_take_tile(const clr_memory memory, const clr_along along,
                                     const clr_lanes_inputs *inputs, const ulong index,
                                     const ulong step, const ulong n)
{
    return clr_m0_lanes_gather_tile(along, inputs, index, step, n);
}

CLR_FN clr_along clr_along_take_one(const clr_memory memory, const clr_along along,
                                    const clr_lanes_inputs *inputs, const ulong index,
                                    const ulong n)
{
    return clr_m0_lanes_gather_one(along, inputs, index, 0, n);
}

CLR_FN clr_state clr_along_state(const clr_memory memory, const clr_along along)
{
    return along;
}
