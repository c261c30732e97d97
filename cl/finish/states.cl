/* states - writes and reads partials in global memory. Its alternative, word by word, is
 * cl/finish/words.cl. */
CLR_FN void clr_leave(const clr_memory memory, __global clr_saved *states, const uint place,
                      const clr_state state)
{
    clr_save(memory, states + place, state);
    clr_note_state(memory, CLR_TRACE_LEAVE, place, state);
}

/* Reads a partial. Volatile: within one launch a cache may hold an older copy than another group
 * has written. */
CLR_FN clr_state clr_fetch(const clr_memory memory, volatile __global const clr_saved *states,
                           const uint place)
{
    const clr_state state = clr_restore(memory, states + place);

    clr_note_state(memory, CLR_TRACE_FETCH, place, state);
    return state;
}
