/* to_mend - a run that the terms cannot take is left to cl/bins/mend.cl, for the bins. */
CLR_FN CLR_AT(state) CLR_RUN_AT(set_aside)(__local CLR_OF(bins) *bins, CLR_AT(state) state,
                                           const CLR_AT(lifted) *lifted)
{
    state.seen |= CLR_SEEN_LEFT;
    return state;
}
