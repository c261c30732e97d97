/* nonzero - lifts to 1 if the element is not 0, else 0. Comparing vectors gives -1 for true. An
 * element that does not count comes out of admit() (cl/taken/keep.cl, drop.cl) as one that changes
 * no state. */
CLR_FN CLR_AT(lifted) CLR_AT(lift)(const CLR_AT(element) e)
{
    const CLR_AT(value) x = CLR_AT(admit)(e).x;

    return CLR_WIDE(convert_int)(CLR_IS_NONZERO(x)) & 1;
}
