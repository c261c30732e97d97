/*
 * reduce_items - many results of few elements, or whose elements lie across memory: an item folds
 * CLR_LANES neighbouring results, one a lane, or CLR_SIDES such vectors of them, and waits for no
 * other item. Each result takes its elements in their order, so that its bits depend on these
 * alone.
 *
 * `rows` results are cut into `vectors` vectors, `line_vectors` of each line if they begin anew on
 * each, and `lie` is CLR_LIE_..., how their elements lie (clri_items_share() in
 * src/choose/row_grid.h). A vector at a line's end begins earlier, and skips the results that the
 * vector before it has (cl/load/results.cl).
 */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_reduce_items(CLR_INPUT_PARAMETERS CLR_SHAPE_PARAMETERS
                      CLR_OUTPUT_PARAMETERS const ulong rows, const ulong vectors,
                      const ulong line_vectors, const uint lie CLR_LIST_PARAMETERS CLR_MEMORY_PARAMETER)
{
    __local clr_state *scratch = 0; /* an item alone shares nothing */
    const clr_memory memory = clr_memory_of(CLR_MEMORY);
    const clr_share  share  = clr_share_of_group((vectors + CLR_GROUP_SIZE - 1) / CLR_GROUP_SIZE);
    clr_span span;
    clr_job  job;
    CLR_MAKE_SHAPE

    CLR_SET_INPUTS
    CLR_EACH_ARRAY(CLR_SET_ARRAY)
    job.place = first_place;
    for (ulong tile = share.first; tile < share.end; tile += share.step) {
        const ulong vector = tile * CLR_GROUP_SIZE + CLR_ITEM;
        clr_results results;
        clr_lanes_state states[CLR_SIDES];

        if (vector >= vectors)
            break;
        clr_number_results(shape, vector, rows, line_vectors, lie, &results);
        clr_note(memory, CLR_TRACE_TURN, results.row + results.skipped,
                 results.end - results.skipped);
        clr_place_results(shape, span, job, &results);
        clr_fold_results(memory, results.span, results.begins, lie, states);
#pragma unroll 1
        for (uint side = 0; side < CLR_SIDES; side++) {
            clr_settle_lanes(memory, &results, side * CLR_LANES, shape->axes[0].result,
                             states[side] CLR_LIST_ARGUMENTS);
        }
    }
}
