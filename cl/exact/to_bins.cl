/* to_bins - adds a run that does not fit the terms to the group's bins. */
#if !CLR_TURNS && !CLR_COPIES
CLR_COLD CLR_AT(state) CLR_RUN_AT(set_aside)(__local CLR_OF(bins) *bins, const CLR_AT(state) state,
                                           const CLR_AT(lifted) *lifted)
{
    return CLR_RUN_AT(drop)(bins, state, lifted);
}
#endif
