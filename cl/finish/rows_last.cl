/*
 * rows_last - as cl/finish/rows.cl has it; but of the groups that share a result the last one folds
 * all their states and delivers, if there is a ticket that tells them which one that is. No group
 * waits for another.
 */
/*
 * needs:    clr_memory clr_job clr_state clr_speaks clr_leave CLR_FIRST_STATE clr_fence_release
 *           clr_draw clr_note CLR_BARRIER clr_fence_acquire clr_open clr_fold_states CLR_GROUP_SIZE
 *           clr_close clr_put_back clr_deliver
 * provides: clr_finish
 */
CLR_FN void clr_finish(const clr_memory memory, const clr_job job, clr_state state,
                       __local uint *is_last)
{
    const bool is_alone = job.left == 1;

    if (clr_speaks()) {
        *is_last = is_alone;
        if (!is_alone) {
            clr_leave(memory, job.states, CLR_FIRST_STATE + job.number, state);
            if (job.ticket) {
                clr_fence_release();
                *is_last = clr_draw(job.ticket) == job.left - 1;
            }
        }
    }
    clr_note(memory, CLR_TRACE_BARRIER, 0, 0);
    CLR_BARRIER(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
    for (uint times = is_alone ? 0 : *is_last; times > 0; times--) {
        clr_fence_acquire();
        clr_open(memory);
        state = clr_fold_states(memory, job, CLR_GROUP_SIZE);
        clr_close(memory, state);
        if (clr_speaks())
            clr_put_back(job.ticket);
    }
    if (clr_speaks() && *is_last)
        clr_deliver(memory, job, state);
}
