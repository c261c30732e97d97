/* second - the second launch of a flat reduction, of one group: it folds the first launch's
 * partials and delivers. The first launch folded `elements` of the input at most, from number
 * `base` on; `counts` is as in cl/reduce.cl. */
__kernel __attribute__((reqd_work_group_size(CLR_SECOND_GROUP_SIZE, 1, 1)))
void clr_reduce_partials(__global clr_saved *states, const uint count,
                         __global clr_record *results, const ulong result_index,
                         const ulong total, const uint part CLR_EACH_DDOF(CLR_DDOF_PARAMETER),
                         const ulong base, const ulong elements, __global const ulong *counts,
                         const ulong count_index CLR_MEMORY_PARAMETER)
{
    CLR_SCRATCH(CLR_SECOND_GROUP_SIZE)
    const clr_memory memory = clr_memory_of(CLR_MEMORY);
    const ulong      there  = clr_count_there(counts, count_index, total);
    const ulong      own    = clr_count_from(there, base, elements);
    const clr_job    job    = {states, 0, results + result_index, there, part,
                               clr_states_left_by(count, part, own)};
    clr_state        state;

    clr_open(memory);
    state = clr_fold_states(memory, job, CLR_SECOND_GROUP_SIZE);
    clr_close(memory, state);
    if (clr_speaks())
        clr_deliver(memory, job, state);
}
