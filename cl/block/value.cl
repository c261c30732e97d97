/* value - a block's result that is one value and always exists: a plain number. Its alternative is
 * cl/block/fields.cl. CLR_DDOF_OF_0() is empty, or a comma and what a variance takes off its
 * count. */
typedef CLR_RESULT clr_result;

CLR_FN clr_result clr_lower(const clr_state state, const uint n)
{
    return CLR_OUT(lower)(state, n CLR_DDOF_OF_0()).value;
}
