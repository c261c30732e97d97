/* none - without exact states a group has no bins to open and to close: cl/bins/some.cl's functions
 * that do nothing. */
CLR_FN void clr_open(const clr_memory memory)
{
}

CLR_FN void clr_close(const clr_memory memory, const clr_state state)
{
}
