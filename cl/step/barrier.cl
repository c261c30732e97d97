/* barrier - nothing is known about which items keep step: all of the group must meet. */
CLR_FN void clr_meet_in_step(const clr_memory memory, const uint size)
{
    clr_meet(memory);
}
