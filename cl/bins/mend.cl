/*
 * mend - the elements of a run that an exact state's terms could not take go into its bins; where
 * there are no terms, all do. They are read once more, one by one: to keep them at hand would take
 * registers from runs that need none of this. A run is of vectors a group apart, the first of them
 * at element `first`.
 */
#define CLR_IS_LEFT(k) left |= CLR_STATE_OF(state, k).seen & CLR_SEEN_LEFT;
#define CLR_MEND(k)                                                                                \
    if (CLR_STATE_OF(state, k).seen & CLR_SEEN_LEFT)                                               \
        CLR_STATE_OF(state, k).seen |=                                                             \
            clr_m##k##_drop_input(CLR_BINS_OF_##k(memory) inputs, span.base + i, span.total);
#define CLR_IS_MENDED(k) CLR_STATE_OF(state, k).seen &= ~(uint)CLR_SEEN_LEFT;

CLR_FN CLR_ALL(state) CLR_ALL(mend)(const clr_memory memory, const clr_span span,
                                    CLR_ALL(state) state, const ulong first, const uint loads)
{
    uint left = 0;

    CLR_EACH_EXACT(CLR_IS_LEFT)
    if (!left)
        return state;
    for (uint element = 0; element < loads * CLR_WIDTH; element++) {
        const ulong i = first + element / CLR_WIDTH * (ulong)(CLR_GROUP_SIZE * CLR_WIDTH) +
                        element % CLR_WIDTH;
        const clr_inputs inputs = clr_read_inputs(span, i);

        CLR_EACH_EXACT(CLR_MEND)
    }
    CLR_EACH_EXACT(CLR_IS_MENDED)
    return state;
}
