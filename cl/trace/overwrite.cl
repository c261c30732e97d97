/* overwrite - cl/finish/overwrite.cl, logging the order of the writes. */
CLR_FN void clr_finish(const clr_memory memory, const clr_job job, const clr_state state,
                       __local uint *is_last)
{
    clr_leave(memory, job.states, CLR_FIRST_STATE + (uint)get_group_id(0), state);
    clr_note_state(memory, CLR_TRACE_WRITE, clr_order(memory), state);
}
