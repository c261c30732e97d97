/* single_run - folds CLR_LENGTH inputs into the state. */
CLR_FN CLR_ALL(state) CLR_RUN_ALL(fold)(const clr_memory memory, const CLR_ALL(state) state,
                                        const CLR_ALL(inputs) *inputs, const ulong index,
                                        const ulong step, const ulong n)
{
    return CLR_RUN_MEMBER(0, fold)(CLR_BINS_OF_0(memory) state, inputs, index, step, n);
}
