/* value_taken - the lift of logsumexp for integers of which a condition leaves some out: the
 * element itself, or -inf if it is not taken, as integers have no value whose exponential is 0. */
CLR_FN CLR_AT(lifted) CLR_AT(lift)(const CLR_AT(element) e)
{
    const CLR_AT(lifted) none = CLR_AT(constant)((CLR_NUMBER)-INFINITY);

    return CLR_WIDE(convert_long)(CLR_IS_TAKEN(e)) ? CLR_AT(raise)(e.x) : none;
}
