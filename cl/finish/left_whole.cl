/* left_whole - leaves a state for an accumulator where nothing belongs to it but its struct. */
CLR_FN void clr_leave_state(const clr_memory memory, const clr_job job, __global uchar *at,
                            const clr_state state)
{
    clr_save(memory, (__global clr_saved *)at, state);
}
