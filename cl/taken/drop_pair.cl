/*
 * drop_pair - in place of a pair that is not taken comes one whose product changes nothing. It asks
 * what is taken: of NaNs that is what is a number, as Oclgrind mistakes what is none, see
 * tests/oclgrind.sh.
 */
CLR_FN CLR_AT(element) CLR_AT(admit)(const CLR_AT(element) e)
{
    CLR_AT(element) admitted = e;

    admitted.x = CLR_IS_TAKEN(e) ? e.x : (CLR_AT(value))(CLR_ABSENT);
    admitted.y = CLR_IS_TAKEN(e) ? e.y : (CLR_AT(value))(1);
    return admitted;
}
