/*
 * nvidia - the 32 lanes of a warp meet by PTX's bar.warp.sync, which orders their memory accesses
 * too: since Volta lanes of a warp keep step no more than others. The last warp of a group may be
 * short of lanes.
 */
CLR_FN void clr_meet_in_step(const clr_memory memory, const uint size)
{
    const uint first = CLR_ITEM & ~31u;
    const uint lanes = min(size - first, 32u);
    const uint mask  = 0xffffffffu >> (32 - lanes);

    clr_note(memory, CLR_TRACE_BARRIER, 1, 0);
    __asm__ volatile("bar.warp.sync %0;" ::"r"(mask) : "memory");
}
