/* single_run - folds a run of CLR_LENGTH inputs into the state of a pass of one member. Of several
 * it is several_run.cl. */
CLR_FN CLR_ALL(state) CLR_RUN_ALL(fold)(const clr_memory memory, const CLR_ALL(state) state,
                                        const CLR_ALL(inputs) *inputs, const ulong index,
                                        const ulong step, const ulong n)
{
    return CLR_RUN_MEMBER(0, fold)(CLR_BINS_OF_0(memory) state, inputs, index, step, n);
}
