/* interleaved - a tree over neighbours: at each step every item whose number is a multiple of twice
 * the stride merges the state a stride away. Active items lie ever further apart, so that all
 * sub-groups stay busy with ever fewer of their items: cl/group/strided.cl mends that. */
CLR_FN bool clr_speaks(void)
{
    return CLR_ITEM == 0;
}

CLR_FN clr_state clr_group_fold(const clr_memory memory, clr_state state, const uint size)
{
    const uint lid = CLR_ITEM;

    clr_put(memory, lid, state);
    for (uint stride = 1; stride < size; stride *= 2) {
        clr_meet(memory);
        if (lid % (2 * stride) == 0 && lid + stride < size) {
            state = clr_merge(memory, state, clr_get(memory, lid + stride));
            clr_put(memory, lid, state);
        }
    }
    return state;
}
