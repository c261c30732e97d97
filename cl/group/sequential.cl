/*
 * sequential - a tree in which the upper half of the active items passes its states to the lower
 * half until one item is left, item 0. Active items are neighbours and use neighbouring cells:
 * whole sub-groups fall idle, and no bank is asked twice. Any group size: the middle item of an odd
 * number waits a step.
 */
CLR_FN bool clr_speaks(void)
{
    return CLR_ITEM == 0;
}

CLR_FN clr_state clr_group_fold(const clr_memory memory, clr_state state, const uint size)
{
    const uint lid = CLR_ITEM;

    clr_put(memory, lid, state);
    for (uint active = size; active > 1;) {
        const uint stride = (active + 1) / 2;

        clr_meet(memory);
        if (lid + stride < active) {
            state = clr_merge(memory, state, clr_get(memory, lid + stride));
            clr_put(memory, lid, state);
        }
        active = stride;
    }
    return state;
}
