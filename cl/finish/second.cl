/* second - the second launch, of one group: folds the first launch's partials. */
__kernel __attribute__((reqd_work_group_size(CLR_SECOND_GROUP_SIZE, 1, 1)))
void clr_reduce_partials(__global clr_saved *states, const uint count,
                         __global clr_record *results, const ulong result_index,
                         const ulong total, const uint part CLR_MEMORY_PARAMETER)
{
    CLR_SCRATCH(CLR_SECOND_GROUP_SIZE)
    const clr_memory memory = clr_memory_of(CLR_MEMORY);
    const clr_job    job    = {states, 0, results + result_index, total, part, count};
    clr_state        state;

    clr_open(memory);
    state = clr_fold_states(memory, job, CLR_SECOND_GROUP_SIZE);
    clr_close(memory, state);
    if (clr_speaks())
        clr_deliver(memory, job, state);
}
