/*
 * chains - the states that strips left behind, folded by one group in an order that their number
 * alone decides: CLR_CHAINS unbroken runs of them, each from left to right, which neighbour by
 * neighbour are joined. What a group leaves it has left strip by strip.
 */
/* Where the strip that begins with element `base` has its state. */
CLR_FN uint clr_place_of(const uint part, const ulong base)
{
    const uint area = part & CLR_STRIPS_APART ? CLR_BLOCK / CLR_STRIP : 0;

    return CLR_FIRST_STATE + area + (uint)(base % CLR_BLOCK / CLR_STRIP);
}

CLR_FN void clr_leave_partial(const clr_memory memory, const clr_job job, const clr_state state)
{
}

/* Of the last block, when the elements up to base + count have been folded. */
CLR_FN uint clr_states_left(const ulong base, const ulong count)
{
    const ulong before = base % CLR_BLOCK;

    return (uint)((before + CLR_STRIP - 1) / CLR_STRIP + (count + CLR_STRIP - 1) / CLR_STRIP);
}

CLR_FN clr_state clr_fold_chain(const clr_memory memory, const clr_job job, const uint chain)
{
    const uint length = job.left / CLR_CHAINS;
    const uint longer = job.left % CLR_CHAINS; /* so many chains are one state longer */
    const uint first  = clr_place_of(job.part, 0) + chain * length + min(chain, longer);
    const uint end    = first + length + (chain < longer ? 1 : 0);
    clr_state  state  = clr_none();

#pragma unroll 4
    for (uint place = first; place < end; place++) {
        state = clr_combine(memory, state, clr_fetch(memory, job.states, place));
    }
    return state;
}

CLR_FN clr_state clr_fold_states(const clr_memory memory, const clr_job job, const uint size)
{
    uint items = CLR_CHAINS;
    clr_state waiting[CLR_LEVELS];
    clr_state state = clr_none();

    while (items > size)
        items /= 2;
    for (uint number = 0; number < CLR_CHAINS / items && CLR_ITEM < items; number++) {
        state = clr_fold_chain(memory, job, CLR_ITEM * (CLR_CHAINS / items) + number);
        state = clr_join(memory, waiting, number, state);
    }
    return clr_group_fold(memory, state, items);
}
