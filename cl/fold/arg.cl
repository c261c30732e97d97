/*
 * arg - argmin, argmax and iamax: keeps the best key, by CLR_BEATS(a, b), and its index; of equal
 * keys the first. Runs come in ascending order, so only a better key takes over. The state begins
 * with the worst possible key and without an index. Where all elements count, it ends without one
 * only if no key was better than the worst: all keys are equal then, and cl/lower/arg.cl answers
 * with index 0. Where elements are left out, cl/fold/arg_some.cl takes the first one that counts,
 * however bad it is, and a missing index means that none did. The state: cl/fold/placed.cl.
 */

/* Makes all NaNs' keys equal. cl/fold/glance.cl finds the best of several keys before it makes them
 * alike: the best comes here, too. */
CLR_FN CLR_AT(number) CLR_AT(alike)(const CLR_AT(number) key)
{
    return CLR_ALIKE(key);
}

/* The best key of a run takes over if it beats the state's. Its element is number `place` of the
 * run, whose first element has index `first`. */
CLR_FN CLR_AT(state) CLR_AT(better)(CLR_AT(state) state, const CLR_AT(number) best,
                                    const ulong first, const CLR_WIDE(CLR_PLACE) place)
{
    const CLR_WIDE(int) found = CLR_WIDE(convert_int)(CLR_BEATS(best, state.key));
    const CLR_WIDE(uint) low  = (uint)first + CLR_WIDE(convert_uint)(place);
    const CLR_WIDE(int) carry = low < (CLR_WIDE(uint))((uint)first);
    const CLR_WIDE(uint) one  = (CLR_WIDE(uint))(1);
    const CLR_WIDE(uint) high = (uint)(first >> 32) + (carry ? one : one - one);

    state.key  = CLR_BEST(best, state.key);
    state.low  = found ? low : state.low;
    state.high = found ? high : state.high;
    return state;
}

#ifdef CLR_NARROW
CLR_FN CLR_OF(state) CLR_OF(combine)(const CLR_OF(state) a, const CLR_OF(state) b)
{
    const bool earlier = CLR_OF(index_of)(b) < CLR_OF(index_of)(a);
    const bool b_wins  = CLR_BEATS(b.key, a.key) || (b.key == a.key && earlier);
    CLR_OF(state) state;

    state.key  = b_wins ? b.key : a.key;
    state.low  = b_wins ? b.low : a.low;
    state.high = b_wins ? b.high : a.high;
    return state;
}
#else
CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    const CLR_WIDE(int) earlier =
        (b.high < a.high) | ((b.high == a.high) & (b.low < a.low));
    const CLR_WIDE(int) wins = CLR_WIDE(convert_int)(CLR_BEATS(b.key, a.key)) |
                               (CLR_WIDE(convert_int)(b.key == a.key) & earlier);
    CLR_AT(state) state;

    state.key  = CLR_BEST(b.key, a.key);
    state.low  = wins ? b.low : a.low;
    state.high = wins ? b.high : a.high;
    return state;
}
#endif
