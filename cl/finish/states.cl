/* states - what items do with the states that groups leave in global memory, by places. */
CLR_FN void clr_leave(const clr_memory memory, __global clr_saved *states, const uint place,
                      const clr_state state)
{
    clr_save(memory, states + place, state);
    clr_note_state(memory, CLR_TRACE_LEAVE, place, state);
}

/* As volatile: within one launch a cached copy may be older than what another group wrote. */
CLR_FN clr_state clr_fetch(const clr_memory memory, volatile __global const clr_saved *states,
                           const uint place)
{
    const clr_state state = clr_restore(memory, states + place);

    clr_note_state(memory, CLR_TRACE_FETCH, place, state);
    return state;
}
