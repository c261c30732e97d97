/*
 * places - a run of elements into the state, one after the other, with their places. The run is short, and its inputs have
 * been read already: element l has index `index + l * step`.
 */
CLR_FN CLR_AT(state) CLR_AT(fold_places)(const CLR_AT(state) state, const CLR_ALL(inputs) *inputs,
                                         const uint length, const ulong index,
                                         const ulong step, const ulong n)
{
    CLR_AT(part) part = CLR_AT(begin)(state, CLR_AT(element_of)(inputs[0], index, n), index);

#pragma unroll
    for (uint l = 0; l < CLR_LOADS; l++) {
        const ulong i = index + l * step;

        if (l < length)
            part = CLR_AT(take)(part, CLR_AT(element_of)(inputs[l], i, n), i);
    }
    return CLR_AT(end)(state, part);
}
