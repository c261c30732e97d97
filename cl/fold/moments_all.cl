/* moments_all - runs in which every element counts: all lanes have equal counts. */
typedef struct CLR_AT(part) {
    uint count;
    CLR_AT(number) around;
    CLR_AT(number) sum;
    CLR_AT(number) squares;
} CLR_AT(part);

CLR_FN CLR_AT(part) CLR_AT(begin)(const CLR_AT(state) state, const CLR_AT(element) e,
                                  const ulong index)
{
    CLR_AT(part) part;

    part.count   = 0;
    part.around  = state.mean;
    part.sum     = CLR_AT(constant)(0);
    part.squares = CLR_AT(constant)(0);
    if (state.count == 0)
        part.around = CLR_AT(lift)(e);
    return part;
}

CLR_FN CLR_AT(part) CLR_AT(take)(CLR_AT(part) part, const CLR_AT(element) e, const ulong index)
{
    const CLR_AT(number) distance = CLR_AT(subtract)(CLR_AT(lift)(e), part.around);

    part.count += 1;
    part.sum     = CLR_AT(add)(part.sum, distance);
    part.squares = CLR_AT(multiply_add)(distance, distance, part.squares);
    return part;
}

CLR_FN CLR_AT(state) CLR_AT(end)(const CLR_AT(state) state, const CLR_AT(part) part)
{
    const ulong n              = state.count + part.count;
    const CLR_AT(number) step  = CLR_AT(over)(part.sum, n);
    const CLR_AT(number) extra = CLR_AT(multiply)(part.sum, step);
    CLR_AT(state) next;

    next.count   = n;
    next.mean    = CLR_AT(add)(part.around, step);
    next.squares = CLR_AT(add)(state.squares, CLR_AT(subtract)(part.squares, extra));
    return next;
}

#ifndef CLR_NARROW
CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    if (a.count == 0)
        return b;
    if (b.count == 0)
        return a;
    return CLR_AT(unite)(a, b);
}
#endif
