/* direct - elements are folded one by one into a state that is a number. */
CLR_FN CLR_AT(state) CLR_AT(take)(const CLR_AT(state) state, const CLR_AT(element) e,
                                  const ulong index)
{
    return CLR_AT(merge)(state, CLR_AT(lift)(e));
}

CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    return CLR_AT(merge)(a, b);
}
