/* moments_all - runs of which every element is taken: all lanes have equal counts. */
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
