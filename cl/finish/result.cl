/* result - the launch has one group, whose leader delivers. */
CLR_FN void clr_finish(const clr_memory memory, const clr_job job, const clr_state state,
                       __local uint *is_last)
{
    if (clr_speaks())
        clr_deliver(memory, job, state);
}
