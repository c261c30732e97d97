/* none - without exact states a group's local memory has cells and no bins. */
CLR_FN void clr_open(const clr_memory memory)
{
}

CLR_FN void clr_close(const clr_memory memory, const clr_state state)
{
}
