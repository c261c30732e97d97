/*
 * memory - what the items of a group do with states that the others see, in local memory, by cells.
 * Every access of load, group and finish is here, in cl/finish/states.cl or in cl/load/fold.cl,
 * and is noted for those who trace it.
 */
CLR_FN void clr_put(const clr_memory memory, const uint cell, const clr_state state)
{
    *clr_cell_at(memory, cell) = state;
    clr_note_state(memory, CLR_TRACE_PUT, cell, state);
}

CLR_FN clr_state clr_get(const clr_memory memory, const uint cell)
{
    const clr_state state = *clr_cell_at(memory, cell);

    clr_note_state(memory, CLR_TRACE_GET, cell, state);
    return state;
}

/* All items of the group must come here: afterwards they see what the others put. */
CLR_FN void clr_meet(const clr_memory memory)
{
    clr_note(memory, CLR_TRACE_BARRIER, 0, 0);
    CLR_GROUP_BARRIER
}

CLR_FN clr_state clr_merge(const clr_memory memory, const clr_state a, const clr_state b)
{
    const clr_state state = clr_combine(memory, a, b);

    clr_note_state(memory, CLR_TRACE_MERGE, 0, state);
    return state;
}
