/* count - counts a vector's elements that are taken. */
CLR_FN uint CLR_AT(count_of)(const CLR_AT(element) e)
{
    const CLR_WIDE(uint) absent = CLR_WIDE(convert_uint)(CLR_IS_ABSENT(e)) & 1;

    return CLR_WIDTH - CLR_ACROSS(CLR_PLUS, absent);
}
