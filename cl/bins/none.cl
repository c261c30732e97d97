/* none - a plan none of whose states is exact has nothing in its group's memory but cells. */
/*
 * needs:    clr_memory clr_state
 * provides: clr_open clr_close
 */
CLR_FN void clr_open(const clr_memory memory)
{
}

CLR_FN void clr_close(const clr_memory memory, const clr_state state)
{
}
