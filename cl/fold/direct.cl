/* direct - for states that are a number: each element of a run is folded into the state by
 * itself. */
CLR_FN CLR_AT(state) CLR_AT(take)(const CLR_AT(state) state, const CLR_AT(element) e,
                                  const ulong index)
{
    return CLR_AT(merge)(state, CLR_AT(lift)(e));
}

CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    return CLR_AT(merge)(a, b);
}
