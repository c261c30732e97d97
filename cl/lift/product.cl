/* product - what is folded is the product of two inputs' elements. */
/*
 * needs:    CLR_AT(lifted) CLR_AT(element) CLR_AT(admit) CLR_AT(times)
 * provides: CLR_AT(lift)
 */
CLR_FN CLR_AT(lifted) CLR_AT(lift)(const CLR_AT(element) e)
{
    const CLR_AT(element) pair = CLR_AT(admit)(e);

    return CLR_AT(times)(pair.x, pair.y);
}
