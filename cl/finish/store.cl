/* store - every group leaves its state; a second launch, or the host, folds those. */
CLR_FN bool clr_finish(const clr_memory memory, const clr_job job, const bool is_again,
                       clr_state *state, __local uint *is_last)
{
    if (clr_speaks())
        clr_leave(memory, job.states, CLR_FIRST_STATE + (uint)get_group_id(0), *state);
    return false;
}
