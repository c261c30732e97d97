/* no_vote - without exact states there are no terms to vote about: the functions of cl/bins/vote.cl
 * that do nothing. */
CLR_FN clr_lanes_state clr_before_tile(const clr_lanes_state state, const uint turn)
{
    return state;
}

CLR_FN void clr_cast_votes(const clr_memory memory, const clr_lanes_state state, const uint meeting)
{
}

CLR_FN clr_lanes_state clr_count_votes(const clr_memory memory, const clr_lanes_state state,
                                       const uint meeting)
{
    return state;
}
