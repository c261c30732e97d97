/* left_whole - a state that is left, with all that belongs to it. */
CLR_FN void clr_leave_state(const clr_memory memory, const clr_job job, __global uchar *at,
                            const clr_state state)
{
    clr_save(memory, (__global clr_saved *)at, state);
}
