/*
 * end_run - folds a run into the state of first or last (cl/fold/end.cl). Runs come in ascending
 * order: so the first element taken stays, and each element taken is the last one so far. Once
 * all lanes have their first, no run is looked at.
 */
CLR_FN CLR_AT(state) CLR_RUN_AT(fold)(CLR_AT(state) state, const CLR_ALL(inputs) *inputs,
                                      const ulong index, const ulong step, const ulong n)
{
    if (!CLR_ANY_LANE(CLR_IS_OPEN(state)))
        return state;
#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        const ulong i             = index + l * step;
        const CLR_AT(element) e   = CLR_AT(element_of)(inputs[l], i, n);
        const CLR_WIDE(int) taken = CLR_WIDE(convert_int)(CLR_IS_TAKEN(e));
        const CLR_WIDE(int) wins  = taken & CLR_IS_OPEN(state);

        state.key  = CLR_WIDE(CLR_JOIN(convert_, CLR_CHOICE))(wins) ? CLR_AT(lift)(e) : state.key;
        state.low  = wins ? (CLR_WIDE(uint))((uint)i) : state.low;
        state.high = wins ? (CLR_WIDE(uint))((uint)(i >> 32)) : state.high;
    }
    return state;
}
