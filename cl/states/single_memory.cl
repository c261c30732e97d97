/* single_memory - combines two states, and saves one to global memory and restores it, with the
 * bins of an exact sum. Of several members it is several_memory.cl. */
CLR_FN clr_state clr_combine(const clr_memory memory, const clr_state a, const clr_state b)
{
    return clr_m0_combine(CLR_BINS_OF_0(memory) a, b);
}

CLR_FN void clr_save(const clr_memory memory, __global clr_saved *at, const clr_state state)
{
    clr_m0_save(CLR_BINS_OF_0(memory) at, state);
}

CLR_FN clr_state clr_restore(const clr_memory memory, volatile __global const clr_saved *at)
{
    return clr_m0_restore(CLR_BINS_OF_0(memory) at);
}
