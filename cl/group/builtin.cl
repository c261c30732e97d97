/* builtin - a group's states by the device's own work_group_reduce_*() of OpenCL C 2.0, for states
 * that are one number; every item gets the result. */
CLR_FN bool clr_speaks(void)
{
    return CLR_ITEM == 0;
}

CLR_FN clr_state clr_group_fold(const clr_memory memory, const clr_state state, const uint size)
{
    const clr_state folded = (clr_state)CLR_COLLECT((CLR_MACHINE)state);

    clr_note_state(memory, CLR_TRACE_COLLECT, 0, folded);
    return folded;
}
