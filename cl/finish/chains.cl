/*
 * chains - folds the strips' partials of the published order (docs/order.md), by one group and in
 * an order that depends on their number alone: CLR_CHAINS chains of consecutive strips, each folded
 * from left to right, then joined by a tree of neighbours. cl/task/strips.cl has left a partial for
 * each strip.
 */
/* Index of the block's first partial. */
CLR_FN uint clr_first_strip(const clr_job job)
{
    return CLR_FIRST_STATE + (job.part & CLR_STRIPS_APART ? CLR_BLOCK / CLR_STRIP : 0);
}

CLR_FN uint clr_place_of(const clr_job job, const ulong strip)
{
    return clr_first_strip(job) + (job.part >> CLR_STRIPS_BEFORE) + (uint)strip;
}

CLR_FN void clr_leave_partial(const clr_memory memory, const clr_job job, const clr_state state)
{
}

/* No group has the whole launch's state to deliver. */
CLR_FN bool clr_is_whole(void)
{
    return false;
}

CLR_FN uint clr_states_left(const uint part, const ulong count)
{
    return (part >> CLR_STRIPS_BEFORE) + (uint)((count + CLR_STRIP - 1) / CLR_STRIP);
}

CLR_FN uint clr_states_left_by(const uint groups, const uint part, const ulong count)
{
    return clr_states_left(part, count);
}

/* Folds a chain from left to right, with CLR_AHEAD partials in flight. */
#define CLR_AHEAD        8
#define CLR_CHAIN_LEVELS 9 /* levels of the tree over all chains, of an item alone */

CLR_FN clr_state clr_fold_chain(const clr_memory memory, const clr_job job, const uint chain)
{
    const uint length = job.left / CLR_CHAINS;
    const uint longer = job.left % CLR_CHAINS; /* chains that are one state longer */
    uint       place  = clr_first_strip(job) + chain * length + min(chain, longer);
    const uint end    = place + length + (chain < longer ? 1 : 0);
    clr_state  state  = clr_none();

    for (; place + CLR_AHEAD <= end; place += CLR_AHEAD) {
        clr_state ahead[CLR_AHEAD];

#pragma unroll
        for (uint i = 0; i < CLR_AHEAD; i++) {
            ahead[i] = clr_fetch(memory, job.states, place + i);
        }
#pragma unroll
        for (uint i = 0; i < CLR_AHEAD; i++) {
            state = clr_combine(memory, state, ahead[i]);
        }
    }
    for (; place < end; place++)
        state = clr_combine(memory, state, clr_fetch(memory, job.states, place));
    return state;
}

CLR_FN clr_state clr_fold_states(const clr_memory memory, const clr_job job, const uint size)
{
    const uint items = CLR_FOLDERS(size);
    clr_state waiting[CLR_CHAIN_LEVELS];
    clr_state state = clr_none();

    for (uint number = 0; number < CLR_CHAINS / items && CLR_ITEM < items; number++) {
        state = clr_fold_chain(memory, job, CLR_ITEM * (CLR_CHAINS / items) + number);
        state = clr_join(memory, waiting, number, state);
    }
    return clr_group_fold(memory, state, items);
}
