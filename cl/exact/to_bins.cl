/*
 * to_bins - set_aside() where nothing lies beside the bins: adds a run that does not fit the terms
 * to the bins themselves. Where a lone item has rows (CLR_TURNS), a group copies (CLR_COPIES) or
 * items columns, another piece of cl/exact defines it: to_rows, to_copies, digits_to_copies,
 * to_columns. A text has one.
 */
#if !CLR_TURNS && !CLR_COPIES
CLR_COLD CLR_AT(state) CLR_RUN_AT(set_aside)(__local CLR_OF(bins) *bins, const CLR_AT(state) state,
                                           const CLR_AT(lifted) *lifted)
{
    return CLR_RUN_AT(drop)(bins, state, lifted);
}
#endif
