/* drop_products - adds the products of a run that does not fit the terms to the bins, one by one,
 * where nothing lies beside the bins (cl/exact/to_bins.cl): slowest, and always possible. A group
 * keeps the run in registers: each turn takes the first element and moves the others up
 * (cl/exact/across.cl). */
CLR_COLD CLR_AT(state) CLR_RUN_AT(drop)(__local CLR_OF(bins) *bins, CLR_AT(state) state,
                                      const CLR_AT(lifted) *lifted)
{
    union {
        CLR_AT(value) lanes[CLR_LENGTH];
        CLR_OF(value) each[CLR_LENGTH * CLR_WIDTH];
    } x, y;

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        x.lanes[l] = lifted[l].x;
        y.lanes[l] = lifted[l].y;
    }
#pragma unroll 1
    for (uint k = 0; k < CLR_LENGTH * CLR_WIDTH; k++) {
        const CLR_OF(value) a = CLR_FIRST_OF(x.each, k);
        const CLR_OF(value) b = CLR_FIRST_OF(y.each, k);

        state.seen |= CLR_OF(drop_element)(bins, CLR_OF(times)(a, b));
        CLR_MOVE_UP(x.each, CLR_LENGTH * CLR_WIDTH)
        CLR_MOVE_UP(y.each, CLR_LENGTH * CLR_WIDTH)
    }
    return state;
}
