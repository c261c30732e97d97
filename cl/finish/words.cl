/*
 * words - writes and reads partials where groups see only each other's atomics
 * (cl/fence/atomic.cl). Behind the partials each group, and each item of the last group, has a
 * private copy: an item writes or reads a state there as a struct, and moves it to or from the
 * shared partial in 32-bit words.
 */
/* Up to 4 bytes at `own` as a word, the first byte lowest. */
CLR_FN uint clr_word_of(__global const uchar *own, const uint bytes)
{
    uint word = 0;

    for (uint i = 0; i < bytes; i++)
        word |= (uint)own[i] << 8 * i;
    return word;
}

CLR_FN void clr_give_word(volatile __global uint *word, const uint first, const uint bytes,
                          const uint bits)
{
    if (bytes == 4) {
        atomic_xchg(word, bits);
    } else { /* the other bytes belong to the next partial */
        atomic_and(word, ~(((1u << 8 * bytes) - 1) << 8 * first));
        atomic_or(word, bits << 8 * first);
    }
}

CLR_FN void clr_leave(const clr_memory memory, __global clr_saved *states, const uint place,
                      const clr_state state)
{
    const uint               begin = place * (uint)sizeof(clr_saved);
    __global clr_saved      *own   = states + CLR_OWN_PLACES + (uint)get_group_id(0);
    volatile __global uint  *words = (volatile __global uint *)states;
    __global const uchar    *from  = (__global const uchar *)own;

    clr_save(memory, own, state);
    for (uint i = 0, bytes; i < sizeof(clr_saved); i += bytes) {
        const uint first = (begin + i) % 4;

        bytes = min(4 - first, (uint)sizeof(clr_saved) - i);
        clr_give_word(words + (begin + i) / 4, first, bytes, clr_word_of(from + i, bytes));
    }
    clr_note_state(memory, CLR_TRACE_LEAVE, place, state);
}

CLR_FN clr_state clr_fetch(const clr_memory memory, __global clr_saved *states, const uint place)
{
    const uint              begin = place * (uint)sizeof(clr_saved);
    __global clr_saved     *own   = states + CLR_OWN_PLACES + CLR_GROUPS_MOST + CLR_ITEM;
    volatile __global uint *words = (volatile __global uint *)states;
    __global uchar         *to    = (__global uchar *)own;
    clr_state state;

    for (uint i = 0; i < sizeof(clr_saved); i++) {
        const uint at = begin + i;

        to[i] = (uchar)(atomic_or(words + at / 4, 0u) >> 8 * (at % 4));
    }
    state = clr_restore(memory, own);
    clr_note_state(memory, CLR_TRACE_FETCH, place, state);
    return state;
}
