/*
 * drop - replaces an element not taken by the fold's identity, and a pair by one whose product is
 * the identity. It tests for numbers, not NaNs, which Oclgrind gets wrong: tests/oclgrind.sh.
 */
CLR_FN CLR_AT(element) CLR_AT(admit)(const CLR_AT(element) e)
{
    CLR_AT(element) admitted = e;

    admitted.x = CLR_IS_TAKEN(e) ? e.x : (CLR_AT(value))(CLR_ABSENT);
#if CLR_IS_PAIR
    admitted.y = CLR_IS_TAKEN(e) ? e.y : (CLR_AT(value))(1);
#endif
    return admitted;
}
