/*
 * run - CLR_LENGTH elements into the state by its terms, if those can take all of them without a
 * loss; else none, and bins/mend.cl takes them one by one.
 */
CLR_FN CLR_AT(state) CLR_RUN_AT(fold)(__local CLR_OF(bins) *bins, CLR_AT(state) state,
                                      const CLR_ALL(inputs) *inputs, const ulong index,
                                      const ulong step, const ulong n)
{
    CLR_AT(lifted) lifted[CLR_LENGTH];
    CLR_RUN_AT(terms) terms;

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        const CLR_AT(element) e = CLR_AT(element_of)(inputs[l], index + l * step, n);

        lifted[l] = CLR_AT(lift)(e);
        CLR_COUNT_ELEMENTS(state, e)
    }
    terms = CLR_RUN_AT(add)(state.high, state.low, lifted);
    if (CLR_BITS_OF_LANES(terms.lost) & LONG_MAX) {
        state.seen |= CLR_SEEN_LEFT;
        return state;
    }
    state.high = terms.high;
    state.low  = terms.low;
    return state;
}
