/* reduce - the kernel of every flat strategy: an item folds its share of the input, a group its
 * items' states, the finish the groups' states. `counts`, unless it is NULL, has the number of
 * elements. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_reduce(CLR_INPUT_PARAMETERS const ulong count, const ulong base,
                const ulong n, __global clr_saved *states, __global uint *ticket,
                __global clr_record *results, const ulong result_index, const ulong total,
                const uint part CLR_EACH_DDOF(CLR_DDOF_PARAMETER), __global const ulong *counts,
                const ulong count_index CLR_MEMORY_PARAMETER)
{
    CLR_SCRATCH(CLR_GROUP_SIZE)
    __local uint     is_last;
    const clr_memory memory = clr_memory_of(CLR_MEMORY);
    const ulong      there  = clr_count_there(counts, count_index, total);
    const ulong      own    = clr_count_from(there, base, count);
    const clr_job    job    = {states, ticket, results + result_index, there, part,
                               clr_states_left(part, own)};
    clr_span         span;
    clr_state        state;

    CLR_SET_INPUTS
    span.count = own;
    span.base  = base;
    span.total = clr_counts_are_there(counts) ? there : n;
    clr_open(memory);
    state = clr_group_work(memory, job, span);
    clr_close(memory, state);
    clr_finish(memory, job, state, &is_last);
}
