/*
 * best - finds a run's best element before it is compared with the state: reductions of one pass,
 * such as max and argmax, share that work.
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
