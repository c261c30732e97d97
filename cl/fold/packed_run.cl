/* packed_run - folds CLR_LENGTH vectors of bytes into the state by adding words
 * (cl/fold/packed.cl). */
#if CLR_WIDTH >= 4
CLR_FN CLR_RUN CLR_RUN_AT(sum_run)(const CLR_ALL(inputs) *inputs)
{
    CLR_ALL(held) words = CLR_AT(halves)(inputs[0].x);
    uint sum;

#pragma unroll
    for (uint l = 1; l < CLR_LENGTH; l++) {
        words += CLR_AT(halves)(inputs[l].x);
    }
    sum = CLR_SUM_WORDS(words);
    return (CLR_RUN)((sum & 0xffffu) + (sum >> 16)) - (CLR_RUN)(CLR_LENGTH * CLR_WIDTH) * CLR_BIAS;
}
#else
CLR_FN CLR_RUN CLR_RUN_AT(sum_run)(const CLR_ALL(inputs) *inputs)
{
    CLR_RUN sum = 0;

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        sum += CLR_SUM_BYTES(CLR_VALUE_OF(inputs[l].x));
    }
    return sum;
}
#endif

CLR_FN CLR_AT(state) CLR_RUN_AT(fold)(const CLR_AT(state) state, const CLR_ALL(inputs) *inputs,
                                      const ulong index, const ulong step, const ulong n)
{
    return CLR_OF(gather)(state, CLR_RUN_AT(sum_run)(inputs));
}
