/* checked - the result is the lower half of 128 bits; a status if the number needs more. */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_FN CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state, const ulong n)
{
    const CLR_OUT(result) result = {state.low};

    return result;
}

CLR_FN int CLR_OUT(status)(const CLR_OF(state) state)
{
    return CLR_OF(fits)(state) ? CLR_OK : CLR_ERROR_OVERFLOW;
}
