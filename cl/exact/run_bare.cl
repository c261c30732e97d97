/* run_bare - where there are no terms, all elements of a run are left for bins/mend.cl. */
CLR_FN CLR_AT(state) CLR_RUN_AT(fold)(__local CLR_OF(bins) *bins, CLR_AT(state) state,
                                      const CLR_ALL(inputs) *inputs, const ulong index,
                                      const ulong step, const ulong n)
{
#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        CLR_COUNT_ELEMENTS(state, CLR_AT(element_of)(inputs[l], index + l * step, n))
    }
    state.seen |= CLR_SEEN_LEFT;
    return state;
}
