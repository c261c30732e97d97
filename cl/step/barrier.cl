/* barrier - a step of a tree where no lockstep is known: a barrier of the whole group. */
CLR_FN void clr_meet_in_step(const clr_memory memory, const uint size)
{
    clr_meet(memory);
}
