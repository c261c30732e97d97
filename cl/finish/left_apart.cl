/* left_apart - leaves a group's exact state for an accumulator without its bins, which go to an
 * array of their own: few results have used their bins, and the host reads many states in less time
 * without them. */
CLR_FN void clr_leave_state(const clr_memory memory, const clr_job job, __global uchar *at,
                            const clr_state state)
{
    clr_save(memory, (__global clr_saved *)job.left_bins + job.place, state);
    *(__global clr_state *)at = state;
}
