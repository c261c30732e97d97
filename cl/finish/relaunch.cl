/* relaunch - every group leaves a partial, and launches over the partials leave fewer, until one
 * group is left, which delivers. Each launch writes behind its input, as its groups do not wait for
 * each other. */
CLR_FN void clr_pass_on(const clr_memory memory, const clr_job job, const uint to,
                        const clr_state state)
{
    if (!clr_speaks())
        return;
    if (get_num_groups(0) == 1)
        clr_deliver(memory, job, state);
    else
        clr_leave(memory, job.states, to + (uint)get_group_id(0), state);
}

CLR_FN void clr_finish(const clr_memory memory, const clr_job job, const clr_state state,
                       __local uint *is_last)
{
    clr_pass_on(memory, job, CLR_FIRST_STATE, state);
}

/* Folds `count` partials from number `from` on; an item takes as many as of the input. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_reduce_again(__global clr_saved *states, const uint from, const uint count,
                      __global clr_record *results, const ulong result_index, const ulong total,
                      const uint part CLR_EACH_DDOF(CLR_DDOF_PARAMETER) CLR_MEMORY_PARAMETER)
{
    CLR_SCRATCH(CLR_GROUP_SIZE)
    const clr_memory memory = clr_memory_of(CLR_MEMORY);
    const clr_job    job    = {states, 0, results + result_index, total, part, 0};
    const uint       place  = (uint)get_group_id(0) * (CLR_GROUP_SIZE * CLR_STATES_AN_ITEM) +
                              CLR_ITEM;
    clr_state        state  = clr_none();

    clr_open(memory);
    if (place < count)
        state = clr_fetch(memory, states, from + place);
#if CLR_STATES_AN_ITEM == 2
    if (place + CLR_GROUP_SIZE < count)
        state = clr_merge(memory, state, clr_fetch(memory, states, from + place + CLR_GROUP_SIZE));
#endif
    state = clr_group_fold(memory, state, CLR_GROUP_SIZE);
    clr_close(memory, state);
    clr_pass_on(memory, job, from + count, state);
}
