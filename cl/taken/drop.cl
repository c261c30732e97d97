/*
 * drop - in place of what is not taken comes a value that changes nothing; of a pair, a pair whose
 * product does not. It asks what is taken: of NaNs that is what is a number, as Oclgrind mistakes
 * what is none, see tests/oclgrind.sh.
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
