/* several_run - folds a run of CLR_LENGTH inputs into every member's state, member by member. Of
 * one member it is single_run.cl. */
#define CLR_FOLD(k)                                                                                \
    state.s##k =                                                                                   \
        CLR_RUN_MEMBER(k, fold)(CLR_BINS_OF_##k(memory) state.s##k, inputs, index, step, n);

CLR_FN CLR_ALL(state) CLR_RUN_ALL(fold)(const clr_memory memory, CLR_ALL(state) state,
                                        const CLR_ALL(inputs) *inputs, const ulong index,
                                        const ulong step, const ulong n)
{
    CLR_EACH_MEMBER(CLR_FOLD)
    return state;
}
