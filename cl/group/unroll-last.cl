/*
 * unroll-last - sequential's tree with its last steps, of the first 32 items, written out. Where
 * those items run in lockstep, the steps need no barrier of the group; cl/step makes their writes
 * visible to each other.
 */
CLR_FN bool clr_speaks(void)
{
    return CLR_ITEM == 0;
}

/* Items below `stride` merge the states `stride` above them, up to `active`. */
CLR_FN clr_state clr_tree_step(const clr_memory memory, clr_state state, const uint stride,
                               const uint active)
{
    const uint lid = CLR_ITEM;

    if (lid < stride && lid + stride < active) {
        state = clr_merge(memory, state, clr_get(memory, lid + stride));
        clr_put(memory, lid, state);
    }
    return state;
}

CLR_FN clr_state clr_last_steps(const clr_memory memory, clr_state state, const uint active,
                                const uint size)
{
#define CLR_STEP(stride)                                                                           \
    clr_meet_in_step(memory, size);                                                                \
    state = clr_tree_step(memory, state, stride, min(active, 2u * (stride)))
    CLR_STEP(16);
    CLR_STEP(8);
    CLR_STEP(4);
    CLR_STEP(2);
    CLR_STEP(1);
#undef CLR_STEP
    return state;
}

CLR_FN clr_state clr_group_fold(const clr_memory memory, clr_state state, const uint size)
{
    uint active = size;

    clr_put(memory, CLR_ITEM, state);
    while (active > 32) {
        const uint stride = max((active + 1) / 2, 32u);

        clr_meet(memory);
        state  = clr_tree_step(memory, state, stride, active);
        active = stride;
    }
    return clr_last_steps(memory, state, active, size);
}
