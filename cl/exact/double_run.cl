/*
 * double_run - folds CLR_LENGTH elements, whose sum may overflow, into a few doubles. If the first
 * double has become infinite or NaN, it is made the sum of all elements that are not finite: 0 if
 * there are none. Then finite elements have overflowed, and `lost` is NaN for good.
 */
/* The sum of the elements that are not finite. */
CLR_FN CLR_AT(number) CLR_RUN_AT(endless)(const CLR_ALL(inputs) *inputs, const ulong index,
                                          const ulong step, const ulong n)
{
    CLR_AT(number) sum = CLR_AT(constant)(0.0);

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        sum += CLR_AT(endless)(CLR_AT(lift)(CLR_AT(element_of)(inputs[l], index + l * step, n)));
    }
    return sum;
}

CLR_FN CLR_AT(state) CLR_RUN_AT(fold)(const CLR_AT(state) before, const CLR_ALL(inputs) *inputs,
                                      const ulong index, const ulong step, const ulong n)
{
    CLR_AT(state) state = before;

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        const ulong i = index + l * step;

        state = CLR_AT(take)(state, CLR_AT(element_of)(inputs[l], i, n), i);
    }
    /* any() of PoCL 3.1 takes each lane out of its vector. */
    if (CLR_ACROSS(CLR_OR, ~CLR_AT(finite)(state.high) & 1)) {
        const CLR_WIDE(long) ends = CLR_AT(finite)(before.high) & ~CLR_AT(finite)(state.high);

        state.high = select(state.high, CLR_RUN_AT(endless)(inputs, index, step, n), ends);
    }
    return state;
}
