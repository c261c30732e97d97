/* off - the kernels of plans that are not traced log nothing: functions without a body, which
 * compilers drop. */
CLR_FN void clr_note(const clr_memory memory, const uint kind, const ulong place, const uint size)
{
}

CLR_FN void clr_note_state(const clr_memory memory, const uint kind, const ulong place,
                           const clr_state state)
{
}
