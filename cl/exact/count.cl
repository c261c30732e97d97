/* count - counts the elements of a vector that are taken, for results that need their number
 * (CLR_COUNTED). */
CLR_FN uint CLR_AT(count_of)(const CLR_AT(element) e)
{
    const CLR_WIDE(uint) taken = CLR_WIDE(convert_uint)(CLR_IS_TAKEN(e)) & 1;

    return CLR_ACROSS(CLR_PLUS, taken);
}
