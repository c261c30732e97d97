/* few_by_one - an item folds a few staged elements one by one. */
CLR_FN CLR_TRY(state) CLR_TRY(take_few)(const clr_memory memory, CLR_TRY(state) state,
                                        const clr_inputs *inputs, const uint i, const uint step,
                                        const uint count)
{
#pragma unroll
    for (uint l = 0; l < CLR_STAGE_RUN; l++) {
        state = CLR_TRY(take)(memory, state, inputs + l, i + l * step, count);
    }
    return state;
}
