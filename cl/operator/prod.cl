/* prod - multiplies. */
CLR_FN CLR_AT(state) CLR_AT(lift)(const CLR_AT(value) x, const ulong index)
{
    return CLR_AT(widen)(x);
}

CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    return CLR_AT(multiply)(a, b);
}
