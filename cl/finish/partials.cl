/*
 * partials - the states that the groups left behind, folded by one group. Items take unbroken runs
 * of them, so that operators which mind the order find it kept.
 */
CLR_FN void clr_leave_partial(const clr_memory memory, const clr_job job, const clr_state state)
{
    clr_leave(memory, job.states, CLR_FIRST_STATE + (uint)get_group_id(0), state);
}

/* Whether a group has made the state of the whole launch. */
CLR_FN bool clr_is_whole(void)
{
    return get_num_groups(0) == 1;
}

/* How many states there will be to fold. */
CLR_FN uint clr_states_left(const uint part, const ulong count)
{
    return (uint)get_num_groups(0);
}

CLR_FN clr_state clr_fold_states(const clr_memory memory, const clr_job job, const uint size)
{
    const uint item   = CLR_ITEM;
    const uint length = job.left / size;
    const uint longer = job.left % size; /* so many items take one state more */
    const uint first  = item * length + min(item, longer);
    const uint end    = first + length + (item < longer ? 1 : 0);
    clr_state  state  = clr_none();

    for (uint i = first; i < end; i++)
        state = clr_combine(memory, state, clr_fetch(memory, job.states, CLR_FIRST_STATE + i));
    return clr_group_fold(memory, state, size);
}
