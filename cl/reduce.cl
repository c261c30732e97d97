/*
 * reduce - every strategy: an item folds its share of the input, a group folds its items' states,
 * the groups' states become the result.
 */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_reduce(__global const CLR_STORED *input, const ulong first, const ulong count,
                const ulong base, __global clr_state *states, __global uint *ticket,
                __global CLR_RESULT *results, const ulong result_index, const ulong total,
                const uint part CLR_SCRATCH_PARAMETER CLR_LOG_PARAMETER)
{
    CLR_SCRATCH(CLR_GROUP_SIZE)
    __local uint     is_last;
    const clr_memory memory = clr_memory_of(scratch CLR_LOG);
    const clr_job    job    = {states, ticket, results + result_index, total, part};
    const clr_state  folded = clr_item_fold(clr_span_of(memory, input + first, count, base));
    const clr_state  state  = clr_group_fold(memory, folded, CLR_GROUP_SIZE);

    clr_finish(memory, job, state, &is_last);
}
