/* strided - the tree of cl/group/interleaved.cl with its work done by the first items: active items
 * are neighbours, but their cells lie ever further apart, and so in the same banks. */
CLR_FN bool clr_speaks(void)
{
    return CLR_ITEM == 0;
}

CLR_FN clr_state clr_group_fold(const clr_memory memory, clr_state state, const uint size)
{
    clr_put(memory, CLR_ITEM, state);
    for (uint stride = 1; stride < size; stride *= 2) {
        const uint cell = 2 * stride * CLR_ITEM;

        clr_meet(memory);
        if (cell + stride < size) {
            state = clr_get(memory, cell);
            state = clr_merge(memory, state, clr_get(memory, cell + stride));
            clr_put(memory, cell, state);
        }
    }
    return state;
}
