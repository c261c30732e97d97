/* none - every item's state is its own, and needs neither local memory nor barriers. */
CLR_FN bool clr_speaks(void)
{
    return true;
}

CLR_FN clr_state clr_group_fold(const clr_memory memory, const clr_state state, const uint size)
{
    return state;
}
