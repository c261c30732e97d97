/* custom - the result is what the caller's operator makes of the state. */
typedef CLR_OUT(result) clr_result;

CLR_FN clr_result clr_lower(const clr_state state, const uint n)
{
    return CLR_OUT(lower)(state, n);
}
