/* store - every group leaves a partial; a second launch, or the host, folds the partials. */
CLR_FN void clr_finish(const clr_memory memory, const clr_job job, const clr_state state,
                       __local uint *is_last)
{
    if (clr_speaks())
        clr_leave_partial(memory, job, state);
}
