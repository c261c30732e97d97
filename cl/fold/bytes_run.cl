/* bytes_run - folds CLR_LENGTH vectors of bytes into the state by comparing words
 * (cl/fold/bytes.cl). */
#if CLR_WIDTH >= 4
typedef union CLR_RUN_AT(words) {
    CLR_ALL(held) held;
    CLR_WORD each[CLR_WIDTH / 4];
} CLR_RUN_AT(words);

CLR_FN CLR_OF(number) CLR_RUN_AT(best_of)(const CLR_ALL(inputs) *inputs)
{
    CLR_WORD best[4]; /* for each byte of a word, 3 to 0 */
    CLR_RUN_AT(words) first;

    first.held = inputs[0].x;
#pragma unroll
    for (uint k = 0; k < 4; k++) {
        best[k] = (CLR_WORD)((uint)first.each[0] << (8 * k));
    }
#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        CLR_RUN_AT(words) words;

        words.held = inputs[l].x;
#pragma unroll
        for (uint w = 0; w < CLR_WIDTH / 4; w++) {
#pragma unroll
            for (uint k = 0; k < 4; k++) {
                const CLR_WORD moved = (CLR_WORD)((uint)words.each[w] << (8 * k));

                best[k] = CLR_BEST(best[k], moved);
            }
        }
    }
    best[0] = CLR_BEST(best[0], best[1]);
    best[2] = CLR_BEST(best[2], best[3]);
    return (CLR_OF(number))(CLR_BEST(best[0], best[2]) >> 24);
}
#else
CLR_FN CLR_OF(number) CLR_RUN_AT(best_of)(const CLR_ALL(inputs) *inputs)
{
    union {
        CLR_ALL(value) lanes;
        CLR_OF(number) each[CLR_WIDTH];
    } best;

    best.lanes = CLR_VALUE_OF(inputs[0].x);
#pragma unroll
    for (uint l = 1; l < CLR_LENGTH; l++) {
        best.lanes = CLR_BEST(best.lanes, CLR_VALUE_OF(inputs[l].x));
    }
#pragma unroll
    for (uint lane = 1; lane < CLR_WIDTH; lane++) {
        best.each[0] = CLR_BEST(best.each[0], best.each[lane]);
    }
    return best.each[0];
}
#endif

CLR_FN CLR_AT(state) CLR_RUN_AT(fold)(const CLR_AT(state) state, const CLR_ALL(inputs) *inputs,
                                      const ulong index, const ulong step, const ulong n)
{
    return CLR_OF(merge)(state, CLR_RUN_AT(best_of)(inputs));
}
