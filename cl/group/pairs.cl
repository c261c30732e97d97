/*
 * pairs - neighbours join: item 2k with item 2k + 1, pairs with the pairs after them, until one item
 * of every `size`, a power of two, has what they all had. What comes out does not depend on how
 * many items the group has.
 */
CLR_FN bool clr_speaks(void)
{
    return CLR_ITEM == 0;
}

CLR_FN clr_state clr_group_fold(const clr_memory memory, clr_state state, const uint size)
{
    clr_put(memory, CLR_ITEM, state);
    for (uint stride = 1; stride < size; stride *= 2) {
        clr_meet(memory);
        if (CLR_ITEM % (2 * stride) == 0 && CLR_ITEM + stride < CLR_ITEMS) {
            state = clr_merge(memory, state, clr_get(memory, CLR_ITEM + stride));
            clr_put(memory, CLR_ITEM, state);
        }
    }
    return state;
}
