/* custom - the result of a block with an operator of the caller's own: the caller's type. */
typedef CLR_OUT(result) clr_result;

CLR_FN clr_result clr_lower(const clr_state state, const uint n)
{
    return CLR_OUT(lower)(state, n);
}
