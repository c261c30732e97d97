/*
 * run - CLR_LENGTH vectors into the state by its terms, if those can take them without a loss; else
 * as cl/exact/to_columns.cl or to_bins.cl does.
 */
/*
 * needs:    CLR_AT(state) CLR_OF(bins) CLR_ALL(inputs) CLR_AT(lifted) CLR_LENGTH CLR_AT(element)
 *           CLR_AT(element_of) CLR_AT(lift) CLR_COUNT_ELEMENTS CLR_TERMS CLR_RUN_AT(set_aside)
 * may use:  CLR_SEEN_UNTRIED CLR_OF(total) CLR_RUN_AT(add) CLR_HAS_COLUMNS CLR_GROUP_SIZE
 *           CLR_RUN_AT(add_apart) CLR_SEEN_FAILED CLR_SEEN_SCATTER CLR_OF(join)
 * provides: CLR_RUN_AT(fold)
 */
CLR_FN CLR_AT(state) CLR_RUN_AT(fold)(__local CLR_OF(bins) *bins, CLR_AT(state) state,
                                      const CLR_ALL(inputs) *inputs, const ulong index,
                                      const ulong step, const ulong n)
{
    CLR_AT(lifted) lifted[CLR_LENGTH];

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        const CLR_AT(element) e = CLR_AT(element_of)(inputs[l], index + l * step, n);

        lifted[l] = CLR_AT(lift)(e);
        CLR_COUNT_ELEMENTS(state, e)
    }
#if CLR_TERMS
    if (!(state.seen & CLR_SEEN_UNTRIED)) {
        CLR_OF(total) total = CLR_RUN_AT(add)(lifted);

#if CLR_HAS_COLUMNS && CLR_GROUP_SIZE == 1 /* whose second try costs little */
        if (!total.is_exact)
            total = CLR_RUN_AT(add_apart)(lifted, total.greatest);
#endif
        state.seen = total.is_exact ? state.seen & ~(uint)CLR_SEEN_FAILED
                                    : state.seen | CLR_SEEN_FAILED;
#if CLR_HAS_COLUMNS && CLR_GROUP_SIZE > 1
        if (!total.is_exact && !(state.seen & CLR_SEEN_SCATTER))
            total = CLR_RUN_AT(add_apart)(lifted, total.greatest);
#endif
        if (total.is_exact)
            return CLR_OF(join)(bins, state, total.sum);
    }
#endif
    return CLR_RUN_AT(set_aside)(bins, state, lifted);
}
