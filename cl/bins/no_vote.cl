/* no_vote - where no state is exact there is nothing to decide on. */
CLR_FN clr_lanes_state clr_vote(const clr_memory memory, const clr_lanes_state state,
                                const uint turn)
{
    return state;
}
