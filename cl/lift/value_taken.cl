/*
 * value_taken - what is folded is the element itself, and of one that is not taken -inf: integers
 * have no value that an exponential makes 0.
 */
CLR_FN CLR_AT(lifted) CLR_AT(lift)(const CLR_AT(element) e)
{
    const CLR_AT(lifted) none = CLR_AT(constant)((CLR_NUMBER)-INFINITY);

    return CLR_WIDE(convert_long)(CLR_IS_TAKEN(e)) ? CLR_AT(raise)(e.x) : none;
}
