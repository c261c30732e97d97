/* count - of an element, or of each lane, 1 if it is no NaN. */
CLR_FN CLR_WIDE(ulong) CLR_AT(count_of)(const CLR_AT(element) e)
{
    return CLR_WIDE(convert_ulong)(1 - (CLR_WIDE(convert_int)(CLR_IS_NAN(e.x)) & 1));
}
