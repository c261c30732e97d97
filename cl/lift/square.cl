/* square - lifts an element to its square, for sums of squares and norms. */
CLR_FN CLR_AT(lifted) CLR_AT(lift)(const CLR_AT(element) e)
{
    const CLR_AT(value) x = CLR_AT(admit)(e).x;

    return CLR_AT(times)(x, x);
}
