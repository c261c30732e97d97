/*
 * no-barriers - wrong by design: interleaved's tree without barriers. An item merges the state a
 * stride away whether its owner has written it or not.
 */
CLR_FN bool clr_speaks(void)
{
    return CLR_ITEM == 0;
}

CLR_FN clr_state clr_group_fold(const clr_memory memory, clr_state state, const uint size)
{
    const uint lid = CLR_ITEM;

    clr_put(memory, lid, state);
    for (uint stride = 1; stride < size; stride *= 2) {
        if (lid % (2 * stride) == 0 && lid + stride < size) {
            state = clr_merge(memory, state, clr_get(memory, lid + stride));
            clr_put(memory, lid, state);
        }
    }
    return state;
}
