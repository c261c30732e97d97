/* min - keeps the smaller; floats come as keys that order as they do (cl/number/ordered.cl). */
CLR_FN CLR_AT(state) CLR_AT(lift)(const CLR_AT(value) x, const ulong index)
{
    return CLR_AT(widen)(x);
}

CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    return min(a, b);
}
