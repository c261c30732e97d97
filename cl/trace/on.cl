/*
 * on - kernels log events: each item in a part of the log of its own, which needs no atomics. The
 * part begins with the number of events; an event is its kind, place, size, and the first words
 * that the record would have (CLR_LOG_...: src/base/flag.def).
 */
CLR_FN void clr_append(const clr_memory memory, const uint kind, const ulong place,
                       const uint size, const uint low, const uint high)
{
    const uint number    = memory.log[0]++;
    __global uint *event = memory.log + 1 + number * CLR_LOG_WORDS;

    if (number >= CLR_LOG_EVENTS)
        return;
    event[CLR_LOG_KIND]  = kind;
    event[CLR_LOG_PLACE] = (uint)place;
    event[CLR_LOG_SIZE]  = size;
    event[CLR_LOG_LOW]   = low;
    event[CLR_LOG_HIGH]  = high;
}

CLR_FN void clr_note(const clr_memory memory, const uint kind, const ulong place, const uint size)
{
    clr_append(memory, kind, place, size, 0, 0);
}

CLR_FN void clr_note_state(const clr_memory memory, const uint kind, const ulong place,
                           const clr_state state)
{
    union {
        clr_record record;
        uint words[2];
    } shown;

    shown.words[0] = 0;
    shown.words[1] = 0;
    shown.record   = clr_lower(memory, state, 1);
    clr_append(memory, kind, place, (uint)sizeof state, shown.words[0], shown.words[1]);
}

/* Draws this event's number in the order of all such events. */
CLR_FN uint clr_order(const clr_memory memory)
{
    const size_t item = get_global_id(1) * get_global_size(0) + get_global_id(0);

    return atomic_inc(memory.log - item * CLR_LOG_STRETCH - CLR_LOG_HEAD);
}
