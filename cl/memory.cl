/* memory - the cells of local memory through which a group's items exchange states. Load, group and
 * finish pieces touch shared memory only by the functions here, in cl/finish/states.cl and in
 * cl/load/fold.cl, which log it in traced plans: so a trace shows all that items share. */
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

/* A barrier: all items of the group must call it, and then see each other's states. */
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
