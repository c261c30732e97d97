/* store - every group leaves its state; a second launch of one group folds those and delivers. */
CLR_FN void clr_finish(const clr_state state, __local clr_state *scratch, __local uint *is_last,
                       __global clr_state *partials, __global uint *ticket,
                       __global CLR_RESULT *result, const ulong total, const uint part)
{
    if (get_local_id(0) == 0)
        partials[1 + get_group_id(0)] = state;
}

__kernel __attribute__((reqd_work_group_size(CLR_SECOND_GROUP_SIZE, 1, 1)))
void clr_reduce_partials(__global clr_state *partials, const uint count,
                         __global CLR_RESULT *results, const ulong result_index,
                         const ulong total, const uint part)
{
    __local clr_state scratch[CLR_SECOND_GROUP_SIZE];
    const clr_state   folded = clr_fold_partials(partials + 1, count, CLR_SECOND_GROUP_SIZE);
    const clr_state   state  = clr_group_fold(folded, scratch, CLR_SECOND_GROUP_SIZE);

    if (get_local_id(0) == 0)
        clr_deliver(state, partials, results + result_index, total, part);
}
