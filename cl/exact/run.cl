/*
 * run - folds a run of CLR_LENGTH vectors into an item's exact state: by terms where a test proves
 * that additions lose nothing (CLR_RUN_AT(add), of which each kind of element has its own piece),
 * else by set_aside(), to what lies beside the bins. An item alone only notes that a run is to be
 * set aside, and reads it again (cl/bins/aside.cl).
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
#if CLR_HAS_COLUMNS && CLR_GROUP_SIZE == 1 /* a second try costs a lone item little */
        const CLR_RUN_AT(lanes) lanes = CLR_RUN_AT(lanes_of)(lifted);
        CLR_OF(total) total           = CLR_RUN_AT(total_of)(lanes);

        if (!total.is_exact)
            total = CLR_RUN_AT(add_apart)(lanes, total.greatest);
#else
        CLR_OF(total) total = CLR_RUN_AT(add)(lifted);
#endif
#if CLR_HIDES_MINUS /* before an element other than -0, elements are tested one by one */
        if (total.sum.term[0] == 0.0 && !CLR_OF(has_other)(state))
            total.is_exact = false;
#endif
        state.seen = total.is_exact ? state.seen & ~(uint)CLR_SEEN_FAILED
                                    : state.seen | CLR_SEEN_FAILED;
#if CLR_HAS_COLUMNS && CLR_GROUP_SIZE > 1 && CLR_VALUE_DIGITS == CLR_FLOAT_DIGITS
        if (!total.is_exact && !(state.seen & CLR_SEEN_SCATTER))
            total = CLR_RUN_AT(add_apart)(lifted, total.greatest);
#endif
        if (total.is_exact)
            return CLR_OF(join)(bins, state, total.sum);
    }
#endif
#if CLR_GROUP_SIZE == 1
    if (CLR_LENGTH > 1) {
        state.seen |= CLR_SEEN_ASIDE;
        return state;
    }
#endif
    return CLR_RUN_AT(set_aside)(bins, state, lifted);
}

#if CLR_GROUP_SIZE == 1
/* Adds the run to the bins, as folding it has counted its elements only; returns its `seen`
 * bits. */
CLR_FN uint CLR_RUN_AT(fold_aside)(__local CLR_OF(bins) *bins, const uint seen,
                                     const CLR_ALL(inputs) *inputs, const ulong index,
                                     const ulong step, const ulong n)
{
    CLR_AT(lifted) lifted[CLR_LENGTH];
    CLR_AT(state) state = CLR_AT(none)();

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        lifted[l] = CLR_AT(lift)(CLR_AT(element_of)(inputs[l], index + l * step, n));
    }
    state.seen = seen & ~(uint)CLR_SEEN_ASIDE;
    return CLR_RUN_AT(set_aside)(bins, state, lifted).seen;
}
#endif
