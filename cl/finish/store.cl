/* store - every group leaves its state; a second launch, or the host, folds those. */
CLR_FN void clr_finish(const clr_memory memory, const clr_job job, const clr_state state,
                       __local uint *is_last)
{
    if (clr_speaks())
        clr_leave(memory, job.states, CLR_FIRST_STATE + (uint)get_group_id(0), state);
}
