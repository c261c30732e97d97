/* ticket - every group leaves a partial and draws a number by an atomic; the group with the last
 * number folds all partials, delivers, and resets the counter. No group waits for another, so that
 * it is right however many groups run at a time. A lone group delivers its state. */
CLR_FN void clr_finish(const clr_memory memory, const clr_job job, clr_state state,
                       __local uint *is_last)
{
    uint number;

    if (job.part & CLR_STRIPS_WAIT)
        return;
    if (clr_speaks() && clr_is_whole()) {
        clr_deliver(memory, job, state);
        clr_put_back(job.ticket);
        *is_last = 0;
    } else if (clr_speaks()) {
        clr_leave_partial(memory, job, state);
        clr_fence_release();
        number   = clr_draw(job.ticket);
        *is_last = number == get_num_groups(0) - 1;
        clr_note(memory, CLR_TRACE_DRAW, number, *is_last);
    }
    clr_note(memory, CLR_TRACE_BARRIER, 0, 0);
    CLR_BARRIER(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
    if (!*is_last)
        return;
    clr_fence_acquire();
    clr_open(memory);
    state = clr_fold_states(memory, job, CLR_GROUP_SIZE);
    clr_close(memory, state);
    if (clr_speaks()) {
        clr_deliver(memory, job, state);
        clr_put_back(job.ticket);
    }
}
