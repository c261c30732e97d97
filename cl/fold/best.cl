/*
 * best - a run comes to the best of its own first, which then meets the state: what several
 * reductions make of a run, as max and argmax do, is made once.
 */
typedef CLR_AT(state) CLR_AT(part);

CLR_FN CLR_AT(part) CLR_AT(begin)(const CLR_AT(state) state, const CLR_AT(element) e,
                                  const ulong index)
{
    return CLR_AT(none)();
}

CLR_FN CLR_AT(state) CLR_AT(end)(const CLR_AT(state) state, const CLR_AT(part) part)
{
    return CLR_AT(combine)(state, part);
}
