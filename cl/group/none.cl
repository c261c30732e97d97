/* none - each item keeps its state and speaks for itself: no local memory, no barriers. */
CLR_FN bool clr_speaks(void)
{
    return true;
}

CLR_FN clr_state clr_group_fold(const clr_memory memory, const clr_state state, const uint size)
{
    return state;
}
