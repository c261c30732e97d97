/* value - a result of one value, which always has one. */
typedef CLR_RESULT clr_result;

CLR_FN clr_result clr_lower(const clr_state state, const uint n)
{
    return CLR_OUT(lower)(state, n CLR_DDOF_OF_0()).value;
}
