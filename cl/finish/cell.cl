/* cell - every group's leader, or each item, merges its state into the one cell of the launch
 * (cl/cell has the atomics): no partials and no second fold. cl/finish/cell_ends.cl has the
 * launches before and after. */
CLR_FN void clr_finish(const clr_memory memory, const clr_job job, const clr_state state,
                       __local uint *is_last)
{
    if (!clr_speaks())
        return;
    clr_note_state(memory, CLR_TRACE_ATOMIC, 0, state);
    clr_merge_into(clr_cell_of(job.ticket), state);
}
