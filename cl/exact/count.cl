/* count - how many of a vector's elements are no NaNs. */
CLR_FN uint CLR_AT(count_of)(const CLR_AT(element) e)
{
    const CLR_WIDE(uint) nans = CLR_WIDE(convert_uint)(CLR_IS_NAN(e.x)) & 1;

    return CLR_WIDTH - CLR_ACROSS(CLR_PLUS, nans);
}
