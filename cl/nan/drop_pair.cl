/*
 * drop_pair - in place of a pair with a NaN in it comes one whose product changes nothing. It asks
 * what is a number: what is none Oclgrind mistakes, see tests/oclgrind.sh.
 */
/*
 * needs:    CLR_AT(element) CLR_AT(value) CLR_IS_NAN CLR_ABSENT
 * provides: CLR_AT(admit)
 */
CLR_FN CLR_AT(element) CLR_AT(admit)(CLR_AT(element) e)
{
    const CLR_AT(value) x = e.x;
    const CLR_AT(value) y = e.y;

    e.x = ((CLR_IS_NAN(x) | CLR_IS_NAN(y)) == 0) ? x : (CLR_AT(value))(CLR_ABSENT);
    e.y = ((CLR_IS_NAN(x) | CLR_IS_NAN(y)) == 0) ? y : (CLR_AT(value))(1);
    return e;
}
