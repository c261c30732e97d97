/*
 * run_some - cl/fold/run.cl where some elements are not taken, for a fold without an identity: a
 * custom operator, which skips them one by one.
 */
CLR_FN CLR_AT(state) CLR_RUN_AT(fold)(CLR_AT(state) state, const CLR_ALL(inputs) *inputs,
                                      const ulong index, const ulong step, const ulong n)
{
#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        const ulong i           = index + l * step;
        const CLR_AT(element) e = CLR_AT(element_of)(inputs[l], i, n);

        if (CLR_IS_TAKEN(e))
            state = CLR_AT(take)(state, e, i);
    }
    return state;
}
