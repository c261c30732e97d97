/*
 * local - emulates shuffles where the device has none: a group is one sub-group, and states pass
 * through local memory, with a barrier before and after the writes.
 */
CLR_FN uint clr_sub_size(void)
{
    return CLR_ITEMS;
}

CLR_FN uint clr_sub_item(void)
{
    return CLR_ITEM;
}

CLR_FN uint clr_sub_number(void)
{
    return 0;
}

CLR_FN uint clr_sub_count(void)
{
    return 1;
}

/* The state of the group's item `from`. All of its items must call it. */
CLR_FN clr_state clr_take(const clr_memory memory, const clr_state state, const uint from)
{
    clr_state theirs;

    clr_meet(memory);
    clr_put(memory, CLR_ITEM, state);
    clr_meet(memory);
    theirs = *clr_cell_at(memory, from);
    clr_note_state(memory, CLR_TRACE_SHUFFLE, from, theirs);
    return theirs;
}
