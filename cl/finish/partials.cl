/* partials - leaves a partial for each group, and folds all partials by one group. Items take
 * consecutive partials, which keeps the order for noncommutative operators. */
CLR_FN void clr_leave_partial(const clr_memory memory, const clr_job job, const clr_state state)
{
    clr_leave(memory, job.states, CLR_FIRST_STATE + (uint)get_group_id(0), state);
}

/* Whether one group has folded the whole launch. */
CLR_FN bool clr_is_whole(void)
{
    return get_num_groups(0) == 1;
}

/*
 * The number of partials that this launch leaves. The number of groups is asked for here: as an
 * argument it costs an exact sum's kernel 14 registers on an H200
 * (docs/history/2026-11-27-counts-in-memory.md).
 */
CLR_FN uint clr_states_left(const uint part, const ulong count)
{
    return (uint)get_num_groups(0);
}

/* The number of partials that a launch of `groups` groups has left. */
CLR_FN uint clr_states_left_by(const uint groups, const uint part, const ulong count)
{
    return groups;
}

CLR_FN clr_state clr_fold_states(const clr_memory memory, const clr_job job, const uint size)
{
    const uint item   = CLR_ITEM;
    const uint length = job.left / size;
    const uint longer = job.left % size; /* items that take one more */
    const uint first  = item * length + min(item, longer);
    const uint end    = first + length + (item < longer ? 1 : 0);
    clr_state  state  = clr_none();

    for (uint i = first; i < end; i++)
        state = clr_combine(memory, state, clr_fetch(memory, job.states, CLR_FIRST_STATE + i));
    return clr_group_fold(memory, state, size);
}
