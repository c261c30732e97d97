/*
 * ticket - every group leaves its state and draws a number; the group that draws the last one
 * folds all states, delivers, and puts the numbers back. No group waits for another.
 */
CLR_FN void clr_finish(clr_state state, __local clr_state *scratch, __local uint *is_last,
                       __global clr_state *partials, __global uint *ticket,
                       __global CLR_RESULT *result, const ulong total, const uint part)
{
    const uint groups = (uint)get_num_groups(0);

    if (get_local_id(0) == 0) {
        partials[1 + get_group_id(0)] = state;
        clr_fence_release();
        *is_last = clr_draw(ticket) == groups - 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (!*is_last)
        return;
    clr_fence_acquire();
    state = clr_fold_partials(partials + 1, groups, CLR_GROUP_SIZE);
    state = clr_group_fold(state, scratch, CLR_GROUP_SIZE);
    if (get_local_id(0) == 0) {
        clr_deliver(state, partials, result, total, part);
        *ticket = 0;
    }
}
