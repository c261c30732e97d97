/* serial - items put their states into local memory, and item 0 folds them one by one, while the
 * others wait. */
CLR_FN bool clr_speaks(void)
{
    return CLR_ITEM == 0;
}

CLR_FN clr_state clr_group_fold(const clr_memory memory, clr_state state, const uint size)
{
    clr_put(memory, CLR_ITEM, state);
    clr_meet(memory);
    if (CLR_ITEM == 0) {
        for (uint cell = 1; cell < size; cell++)
            state = clr_merge(memory, state, clr_get(memory, cell));
    }
    return state;
}
