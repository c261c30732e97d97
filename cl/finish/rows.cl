/*
 * rows - the group that has a result to itself delivers it; those that share one leave their states,
 * for the second launch.
 */
/*
 * needs:    clr_memory clr_job clr_state clr_speaks clr_deliver clr_leave_partial
 * provides: clr_finish
 */
CLR_FN void clr_finish(const clr_memory memory, const clr_job job, const clr_state state,
                       __local uint *is_last)
{
    if (!clr_speaks())
        return;
    if (job.left == 1)
        clr_deliver(memory, job, state);
    else
        clr_leave_partial(memory, job, state);
}
