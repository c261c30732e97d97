/*
 * off - kernels that do not log. The handle by which a group's items touch memory that they share
 * is the group's local memory.
 */
#define CLR_LOG_PARAMETER
#define CLR_LOG

typedef __local clr_state *clr_memory;

CLR_FN clr_memory clr_memory_of(__local clr_state *scratch)
{
    return scratch;
}

CLR_FN __local clr_state *clr_cell_at(const clr_memory memory, const uint cell)
{
    return memory + cell;
}

CLR_FN void clr_note(const clr_memory memory, const uint kind, const ulong place, const uint size)
{
}

CLR_FN void clr_note_state(const clr_memory memory, const uint kind, const ulong place,
                           const clr_state state)
{
}
