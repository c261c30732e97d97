/* cell - the leader, or each item, merges its state into the one cell. */
CLR_FN void clr_finish(const clr_memory memory, const clr_job job, const clr_state state,
                       __local uint *is_last)
{
    if (!clr_speaks())
        return;
    clr_note_state(memory, CLR_TRACE_ATOMIC, 0, state);
    clr_merge_into(clr_cell_of(job.ticket), state);
}
