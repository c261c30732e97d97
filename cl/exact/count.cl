/* count - how many of a vector's elements are taken. */
/*
 * needs:    CLR_AT(element) CLR_WIDE CLR_IS_ABSENT CLR_WIDTH CLR_ACROSS CLR_PLUS
 * provides: CLR_AT(count_of)
 */
CLR_FN uint CLR_AT(count_of)(const CLR_AT(element) e)
{
    const CLR_WIDE(uint) absent = CLR_WIDE(convert_uint)(CLR_IS_ABSENT(e)) & 1;

    return CLR_WIDTH - CLR_ACROSS(CLR_PLUS, absent);
}
