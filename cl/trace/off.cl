/* off - kernels that do not log. */
/*
 * needs:    clr_memory clr_state
 * provides: clr_note clr_note_state
 */
CLR_FN void clr_note(const clr_memory memory, const uint kind, const ulong place, const uint size)
{
}

CLR_FN void clr_note_state(const clr_memory memory, const uint kind, const ulong place,
                           const clr_state state)
{
}
