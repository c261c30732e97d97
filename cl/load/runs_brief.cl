/*
 * runs_brief - exact sums where a team has one result at a time: an item adds up a run of CLR_LOADS
 * vectors, all of their lanes, in one double, as long as there are so many and that loses nothing
 * (cl/exact/brief.cl). Else it reads the run once more, one element after the other.
 */
/*
 * needs:    clr_state clr_memory clr_stretch CLR_LOADS CLR_LANES clr_inputs clr_read_inputs
 *           clr_fold_one clr_lanes_state clr_lanes_inputs clr_m0_lanes_brief
 *           clr_m0_lanes_brief_none clr_read_vector_abreast clr_m0_lanes_brief_add
 *           clr_m0_lanes_lift clr_m0_lanes_element_of clr_m0_brief clr_m0_brief_of_lanes
 *           clr_m0_brief_is_sure clr_m0_put
 * provides: clr_take_run_again clr_runs_abreast
 */
CLR_FN clr_state clr_take_run_again(const clr_memory memory, const clr_stretch row,
                                    const uint first, const uint step, clr_state state)
{
#pragma unroll 1
    for (uint at = 0; at < CLR_LOADS * CLR_LANES; at++) {
        const uint vector = first + at / CLR_LANES * step;
        const uint i      = row.head + vector * CLR_LANES + at % CLR_LANES;
        clr_inputs inputs[1];

        inputs[0] = clr_read_inputs(row.span, i);
        state     = clr_fold_one(memory, state, inputs, i, 0, row.span.total);
    }
    return state;
}

/* Number of the first vector that is left. */
CLR_FN uint clr_runs_abreast(const clr_memory memory, const clr_stretch *rows, const uint first,
                             const uint step, clr_lanes_state *lanes, clr_state *states)
{
    const clr_stretch row = rows[0];
    uint vector = first;

    for (; vector + (CLR_LOADS - 1) * step < row.vectors; vector += CLR_LOADS * step) {
        clr_lanes_inputs inputs[CLR_LOADS];
        clr_m0_lanes_brief run = clr_m0_lanes_brief_none();

#pragma unroll
        for (uint load = 0; load < CLR_LOADS; load++) {
            inputs[load] = clr_read_vector_abreast(memory, row, vector + load * step);
        }
#pragma unroll
        for (uint load = 0; load < CLR_LOADS; load++) {
            const uint i = row.head + (vector + load * step) * CLR_LANES;

            run = clr_m0_lanes_brief_add(
                run, clr_m0_lanes_lift(clr_m0_lanes_element_of(inputs[load], i, row.span.total)));
        }
        const clr_m0_brief all = clr_m0_brief_of_lanes(run);

        if (clr_m0_brief_is_sure(all, CLR_LOADS * CLR_LANES))
            states[0] = clr_m0_put(states[0], all.sum);
        else
            states[0] = clr_take_run_again(memory, row, vector, step, states[0]);
    }
    return vector;
}
