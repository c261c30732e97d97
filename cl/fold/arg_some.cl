/*
 * arg_some - folds a run into the state of argmin and its like (cl/fold/arg.cl), element by
 * element, where some elements are not taken; else cl/fold/glance.cl folds it. The first element
 * taken beats a state without an index (all bits of `low` and `high` are 1), however bad its key
 * is: so the index is missing in the end only if no element was taken. All lanes of a vector keep
 * the index of its first element; cl/fold/arg.cl adds the lane's number in the end.
 */
CLR_FN CLR_AT(state) CLR_RUN_AT(fold)(CLR_AT(state) state, const CLR_ALL(inputs) *inputs,
                                      const ulong index, const ulong step, const ulong n)
{
#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        const ulong i              = index + l * step;
        const CLR_AT(element) e    = CLR_AT(element_of)(inputs[l], i, n);
        const CLR_AT(number) key   = CLR_AT(alike)(CLR_AT(lift)(e));
        const CLR_WIDE(int) taken  = CLR_WIDE(convert_int)(CLR_IS_TAKEN(e));
        const CLR_WIDE(int) none   = (state.low & state.high) == (CLR_WIDE(uint))(~0u);
        const CLR_WIDE(int) better = CLR_WIDE(convert_int)(CLR_BEATS(key, state.key));
        const CLR_WIDE(int) wins   = taken & (better | none);

        state.key  = CLR_WIDE(CLR_JOIN(convert_, CLR_CHOICE))(wins) ? key : state.key;
        state.low  = wins ? (CLR_WIDE(uint))((uint)i) : state.low;
        state.high = wins ? (CLR_WIDE(uint))((uint)(i >> 32)) : state.high;
    }
    return state;
}
