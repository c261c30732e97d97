/*
 * value_taken - what is folded is the element itself, and of one that is not taken -inf: integers
 * have no value that an exponential makes 0.
 */
/*
 * needs:    CLR_AT(lifted) CLR_AT(element) CLR_AT(constant) CLR_NUMBER CLR_WIDE CLR_IS_ABSENT
 *           CLR_AT(raise)
 * provides: CLR_AT(lift)
 */
CLR_FN CLR_AT(lifted) CLR_AT(lift)(const CLR_AT(element) e)
{
    const CLR_AT(lifted) none = CLR_AT(constant)((CLR_NUMBER)-INFINITY);

    return CLR_WIDE(convert_long)(CLR_IS_ABSENT(e)) ? none : CLR_AT(raise)(e.x);
}
