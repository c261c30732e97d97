/* keep - NaNs count. */
/*
 * needs:    CLR_AT(element)
 * provides: CLR_AT(admit)
 */
CLR_FN CLR_AT(element) CLR_AT(admit)(const CLR_AT(element) e)
{
    return e;
}
