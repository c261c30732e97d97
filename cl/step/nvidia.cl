/* nvidia - orders a step of a tree within a warp: PTX's bar.warp.sync, which waits for the warp's
 * lanes and orders their memory accesses; since Volta the lanes do not run in lockstep. A group's
 * last warp may be incomplete. */
CLR_FN void clr_meet_in_step(const clr_memory memory, const uint size)
{
    const uint first = CLR_ITEM & ~31u;
    const uint lanes = min(size - first, 32u);
    const uint mask  = 0xffffffffu >> (32 - lanes);

    clr_note(memory, CLR_TRACE_BARRIER, 1, 0);
    __asm__ volatile("bar.warp.sync %0;" ::"r"(mask) : "memory");
}
