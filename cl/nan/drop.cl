/* drop - in place of a NaN comes a value that changes nothing. */
/*
 * needs:    CLR_AT(element) CLR_IS_NAN CLR_AT(value) CLR_ABSENT
 * provides: CLR_AT(admit)
 */
CLR_FN CLR_AT(element) CLR_AT(admit)(CLR_AT(element) e)
{
    e.x = CLR_IS_NAN(e.x) ? (CLR_AT(value))(CLR_ABSENT) : e.x;
    return e;
}
