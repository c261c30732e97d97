/*
 * run - folds CLR_LENGTH elements, already read, into the state, in order, by three functions of
 * the fold: begin() makes a part, for which it may look at the state and the first element, take()
 * folds each element into the part, the first one included, and end() folds the part into the
 * state. Element l has index `index + l * step`. Lengths are constants, as not all compilers keep
 * arrays in registers otherwise.
 */
CLR_FN CLR_AT(state) CLR_RUN_AT(fold)(const CLR_AT(state) state, const CLR_ALL(inputs) *inputs,
                                      const ulong index, const ulong step, const ulong n)
{
    CLR_AT(part) part = CLR_AT(begin)(state, CLR_AT(element_of)(inputs[0], index, n), index);

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        const ulong i = index + l * step;

        part = CLR_AT(take)(part, CLR_AT(element_of)(inputs[l], i, n), i);
    }
    return CLR_AT(end)(state, part);
}
