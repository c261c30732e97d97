/*
 * batch - copies a batch's results to local memory, as many at a time as fit, and folds them there
 * by the group's teams (cl/stage/again.cl or once.cl). A result that is longer than local memory is
 * passed on alone and without elements: clr_fold_staged() then puts it on a list for groups.
 * `has_failed` is the group's, in local memory; cl/stage/again.cl sets it. The first clr_meet() is
 * for all elements to be copied, the second for all to be read before others take their place.
 */
CLR_FN void clr_fold_batch(const clr_memory memory, const clr_batch batch, const clr_stage stage,
                           const clr_span span, const clr_team team, const clr_job job,
                           __local uint *has_failed CLR_LIST_PARAMETERS)
{
    clr_staged staged;

    staged.stage = stage;
    for (uint row = 0, end; row < batch.rows; row = max(end, row + 1)) {
        end          = clr_batch_end(batch, row);
        staged.row   = row;
        staged.rows  = max(end - row, 1u);
        staged.begin = clr_batch_at(batch, row);
        staged.count = clr_batch_at(batch, end) - staged.begin;
        staged.place =
            clr_stage_fill(stage, clr_stage_span(span, batch.begin + staged.begin, staged.count));
        if (CLR_ITEM == 0)
            *has_failed = 0;
        clr_meet(memory);
        clr_fold_staged(memory, staged, batch, team, job, has_failed CLR_LIST_ARGUMENTS);
        clr_meet(memory);
    }
}
