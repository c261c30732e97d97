/*
 * unroll-full - sequential's tree with every step written out: sizes are constants, and the
 * compiler drops steps without items. The first step merges cells beyond a power of two, so any
 * group size up to 8192 works.
 */
CLR_FN bool clr_speaks(void)
{
    return CLR_ITEM == 0;
}

/* Items below `stride` merge the states `stride` above them, up to `size`. */
CLR_FN clr_state clr_tree_step(const clr_memory memory, clr_state state, const uint stride,
                               const uint size)
{
    const uint lid = CLR_ITEM;

    clr_meet(memory);
    if (lid < stride && lid + stride < size) {
        state = clr_merge(memory, state, clr_get(memory, lid + stride));
        clr_put(memory, lid, state);
    }
    return state;
}

CLR_FN clr_state clr_group_fold(const clr_memory memory, clr_state state, const uint size)
{
    clr_put(memory, CLR_ITEM, state);
#define CLR_STEP(stride)                                                                           \
    if (size > (stride))                                                                           \
    state = clr_tree_step(memory, state, stride, min(size, 2u * (stride)))
    CLR_STEP(4096);
    CLR_STEP(2048);
    CLR_STEP(1024);
    CLR_STEP(512);
    CLR_STEP(256);
    CLR_STEP(128);
    CLR_STEP(64);
    CLR_STEP(32);
    CLR_STEP(16);
    CLR_STEP(8);
    CLR_STEP(4);
    CLR_STEP(2);
    CLR_STEP(1);
#undef CLR_STEP
    return state;
}
