/* to_copies - set_aside() of values and of products of floats, with fp64: adds a run that does not
 * fit the terms to a copy of the group's bins (cl/exact/copies.cl), element by element as doubles.
 * `others` is 0 if all elements are -0. keep_room() levels the copy before its words overflow.
 * Without fp64, and of products of doubles, cl/exact/digits_to_copies.cl stands in its place. */
#if CLR_COPIES
CLR_FN CLR_AT(state) CLR_RUN_AT(set_aside)(__local CLR_OF(bins) *bins, CLR_AT(state) state,
                                           const CLR_AT(lifted) *lifted)
{
    const uint item   = CLR_OF(item_found_late)(state.seen);
    __local int *copy = CLR_OF(copy_of)(&bins->copies, item);
    uint others       = 0;
    union {
        CLR_WIDE(double) lanes;
        double each[CLR_WIDTH];
    } x;

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        x.lanes = CLR_AT(double_of)(lifted[l]);
#pragma unroll
        for (uint k = 0; k < CLR_WIDTH; k++) {
            const ulong other = as_ulong(x.each[k]) ^ as_ulong(-0.0);

            state.seen |= CLR_OF(add_double)(copy, x.each[k]);
            others |= (uint)other | (uint)(other >> 32);
        }
        if ((l + 1) % CLR_AT_ONCE == 0)
            CLR_OF(keep_room)(&bins->copies, item, CLR_AT_ONCE * CLR_WIDTH);
    }
    state.seen |= CLR_SEEN_BINS | (others ? CLR_SEEN_OTHER : 0);
    return state;
}
#endif
