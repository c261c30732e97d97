/* custom - the custom operator makes the result of the state. */
typedef clr_custom_result CLR_OUT(result);

CLR_FN CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state, const ulong n)
{
    return clr_custom_lower(state, n);
}
