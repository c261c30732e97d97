/* left_spread - cl/lower/left.cl for a variance, whose sums of values and of squares are left. */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_FN CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state, const CLR_SQUARES(state) squares,
                                      const ulong n, const ulong ddof)
{
    const CLR_OUT(result) result = {0};

    return result;
}

CLR_FN bool CLR_OUT(is_sure)(const CLR_OF(state) state, const CLR_SQUARES(state) squares,
                             const ulong n, const ulong ddof)
{
    return CLR_OF(is_exact)(state) && CLR_SQUARES(is_exact)(squares);
}

CLR_FN int CLR_OUT(status)(const CLR_OF(state) state, const ulong ddof)
{
    return CLR_OK;
}
