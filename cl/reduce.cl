/*
 * reduce - the kernel of every strategy: an item folds its share of the input, a group its items'
 * states, the finish the groups' states.
 */
#define CLR_INPUT_PARAMETER(x) __global const CLR_STORED *x, const ulong x##_first,
#define CLR_SET_INPUT(x)       span.x = x + x##_first;

__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_reduce(CLR_EACH_INPUT(CLR_INPUT_PARAMETER) const ulong count, const ulong base,
                const ulong n, __global clr_saved *states, __global uint *ticket,
                __global clr_record *results, const ulong result_index, const ulong total,
                const uint part CLR_MEMORY_PARAMETER)
{
    CLR_SCRATCH(CLR_GROUP_SIZE)
    __local uint     is_last;
    const clr_memory memory = clr_memory_of(CLR_MEMORY);
    const clr_job    job    = {states, ticket, results + result_index, total, part,
                               clr_states_left(part, count)};
    clr_span         span;
    clr_state        state;

    CLR_EACH_INPUT(CLR_SET_INPUT)
    span.count = count;
    span.base  = base;
    span.total = n;
    clr_open(memory);
    state = clr_group_work(memory, job, span);
    clr_close(memory, state);
    clr_finish(memory, job, state, &is_last);
}
