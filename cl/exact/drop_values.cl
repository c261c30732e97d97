/* drop_values - adds the elements of a run that does not fit the terms to the bins, one by one,
 * where nothing lies beside the bins (cl/exact/to_bins.cl): slowest, and always possible. A group
 * keeps the run in registers: each turn takes the first element and moves the others up
 * (cl/exact/across.cl). */
CLR_COLD CLR_AT(state) CLR_RUN_AT(drop)(__local CLR_OF(bins) *bins, CLR_AT(state) state,
                                      const CLR_AT(lifted) *lifted)
{
    CLR_RUN_AT(elements) values = CLR_RUN_AT(elements_of)(lifted);

#pragma unroll 1
    for (uint k = 0; k < CLR_LENGTH * CLR_WIDTH; k++) {
        state.seen |= CLR_OF(drop_element)(bins, CLR_FIRST_OF(values.each, k));
        CLR_MOVE_UP(values.each, CLR_LENGTH * CLR_WIDTH)
    }
    return state;
}
