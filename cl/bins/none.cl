/* none - a plan none of whose states is exact has nothing in its group's memory but cells. */
CLR_FN void clr_open(const clr_memory memory)
{
}

CLR_FN void clr_close(const clr_memory memory, const clr_state state)
{
}
