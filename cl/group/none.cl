/* none - a group of one item has nothing to fold, and needs neither local memory nor barriers. */
CLR_FN clr_state clr_group_fold(const clr_state state, __local clr_state *scratch, const uint size)
{
    return state;
}
