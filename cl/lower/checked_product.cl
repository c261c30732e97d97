/* checked_product - the result is the signed product; a status if it does not fit. */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_FN CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state, const ulong n)
{
    const ulong x                = state.magnitude;
    const CLR_OUT(result) result = {state.negative ? 0UL - x : x};

    return result;
}

CLR_FN int CLR_OUT(status)(const CLR_OF(state) state)
{
    const ulong most = CLR_IS_SIGNED ? (1UL << 63) - (state.negative ? 0UL : 1UL) : ~0UL;

    return state.beyond || state.magnitude > most ? CLR_ERROR_OVERFLOW : CLR_OK;
}
