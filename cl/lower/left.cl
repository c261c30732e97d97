/* left - where a sum's state is left for an accumulator no result is made of it. The state is
 * certain if nothing of the sum has been lost. */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_FN CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state, const ulong n)
{
    const CLR_OUT(result) result = {0};

    return result;
}

CLR_FN bool CLR_OUT(is_sure)(const CLR_OF(state) state, const ulong n)
{
    return CLR_OF(is_exact)(state);
}
