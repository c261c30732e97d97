/* few_as_run - an item folds a few staged elements as one run. */
CLR_FN clr_state CLR_TRY(take_few)(const clr_memory memory, const clr_state state,
                                   const clr_inputs *inputs, const uint i, const uint step,
                                   const uint count)
{
    return clr_fold_few(memory, state, inputs, i, step, count);
}
