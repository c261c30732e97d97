/* whole - a team folds a staged result into an ordinary state, which is always exact. */
typedef clr_state CLR_TRY(state);

CLR_FN clr_state CLR_TRY(none)(void)
{
    return clr_none();
}

CLR_FN clr_state CLR_TRY(take)(const clr_memory memory, const clr_state state,
                               const clr_inputs *inputs, const uint i, const uint count)
{
    return clr_fold_one(memory, state, inputs, i, 0, count);
}

CLR_FN clr_state CLR_TRY(merge)(const clr_memory memory, const clr_state a, const clr_state b)
{
    return clr_merge(memory, a, b);
}

/* Delivers the result; one of its items `speaks`. */
CLR_FN bool CLR_TRY(settle)(const clr_memory memory, const clr_job job, const clr_state state,
                            const ulong row, const bool speaks CLR_LIST_PARAMETERS)
{
    if (speaks)
        clr_settle(memory, job, state, row CLR_LIST_ARGUMENTS);
    return true;
}
