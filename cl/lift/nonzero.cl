/* nonzero - what is folded is whether it is not 0: 1 or 0. Comparing vectors gives -1 for yes. */
/*
 * needs:    CLR_AT(lifted) CLR_AT(element) CLR_AT(value) CLR_AT(admit) CLR_WIDE CLR_IS_NONZERO
 * provides: CLR_AT(lift)
 */
CLR_FN CLR_AT(lifted) CLR_AT(lift)(const CLR_AT(element) e)
{
    const CLR_AT(value) x = CLR_AT(admit)(e).x;

    return CLR_WIDE(convert_int)(CLR_IS_NONZERO(x)) & 1;
}
