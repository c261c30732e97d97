/* counted - sums and counts the elements taken, for means. */
typedef struct CLR_AT(part) {
    CLR_AT(number) sum;
    CLR_WIDE(uint) count; /* of this run */
} CLR_AT(part);

CLR_FN CLR_AT(state) CLR_AT(none)(void)
{
    CLR_AT(state) state;

    state.sum   = CLR_AT(constant)(CLR_IDENTITY);
    state.count = (CLR_WIDE(ulong))(0);
    return state;
}

CLR_FN CLR_AT(part) CLR_AT(begin)(const CLR_AT(state) state, const CLR_AT(element) e,
                                  const ulong index)
{
    CLR_AT(part) part;

    part.sum   = state.sum;
    part.count = (CLR_WIDE(uint))(0);
    return part;
}

CLR_FN CLR_AT(part) CLR_AT(take)(CLR_AT(part) part, const CLR_AT(element) e, const ulong index)
{
    part.sum = CLR_AT(add)(part.sum, CLR_AT(lift)(e));
    part.count += CLR_WIDE(as_uint)(CLR_WIDE(convert_int)(CLR_IS_TAKEN(e))) & 1;
    return part;
}

CLR_FN CLR_AT(state) CLR_AT(end)(CLR_AT(state) state, const CLR_AT(part) part)
{
    state.sum = part.sum;
    state.count += CLR_WIDE(convert_ulong)(part.count);
    return state;
}

CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    CLR_AT(state) state;

    state.sum   = CLR_AT(add)(a.sum, b.sum);
    state.count = a.count + b.count;
    return state;
}
