/* barrier - orders a step of a tree among the last items of a group by a barrier of the whole
 * group, where no lockstep is known. Its alternative is cl/step/nvidia.cl. */
CLR_FN void clr_meet_in_step(const clr_memory memory, const uint size)
{
    clr_meet(memory);
}
