/* value - a result that is one value and cannot fail comes as that. */
typedef CLR_RESULT clr_result;

CLR_FN clr_result clr_lower(const clr_state state, const uint n)
{
    return CLR_OUT(lower)(state, n).value;
}
