/* gather - sums integers in runs: a run's sum is narrow, and gathered into the wide state. */
typedef CLR_AT(lifted) CLR_AT(part);

CLR_FN CLR_AT(part) CLR_AT(begin)(const CLR_AT(state) state, const CLR_AT(element) e,
                                  const ulong index)
{
    return (CLR_AT(part))(0);
}

CLR_FN CLR_AT(part) CLR_AT(take)(const CLR_AT(part) part, const CLR_AT(element) e,
                                 const ulong index)
{
    return part + CLR_AT(lift)(e);
}

CLR_FN CLR_AT(state) CLR_AT(end)(const CLR_AT(state) state, const CLR_AT(part) part)
{
    const CLR_AT(number) gathered = CLR_GATHER(part);

    return CLR_AT(add)(state, gathered);
}

CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    return CLR_AT(add)(a, b);
}
