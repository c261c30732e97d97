/* square - what is folded is its square. */
/*
 * needs:    CLR_AT(lifted) CLR_AT(element) CLR_AT(value) CLR_AT(admit) CLR_AT(times)
 * provides: CLR_AT(lift)
 */
CLR_FN CLR_AT(lifted) CLR_AT(lift)(const CLR_AT(element) e)
{
    const CLR_AT(value) x = CLR_AT(admit)(e).x;

    return CLR_AT(times)(x, x);
}
