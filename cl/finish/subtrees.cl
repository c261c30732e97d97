/* subtrees - folds the partials of groups that share a result in the published order: each partial
 * is a subtree over the result's chains (cl/task/strips_row.cl), and one group joins neighbouring
 * subtrees. Subtrees without chains change nothing. */
#define CLR_SUBTREE_LEVELS 9 /* of all chains, of an item alone */

CLR_FN void clr_leave_partial(const clr_memory memory, const clr_job job, const clr_state state)
{
    clr_leave(memory, job.states, CLR_FIRST_STATE + (uint)get_group_id(0), state);
}

CLR_FN clr_state clr_fold_states(const clr_memory memory, const clr_job job, const uint size)
{
    const uint items = CLR_FOLDERS(size);
    const uint first = CLR_ITEM * (CLR_CHAINS / items);
    clr_state waiting[CLR_SUBTREE_LEVELS];
    clr_state state = clr_none();

    for (uint number = 0; number < CLR_CHAINS / items && CLR_ITEM < items; number++) {
        const uint part = first + number;

        state = clr_join(memory, waiting, number,
                         part < job.left ? clr_fetch(memory, job.states, CLR_FIRST_STATE + part)
                                         : clr_none());
    }
    return clr_group_fold(memory, state, items);
}
