/* product - lifts the elements of two inputs to their product, for dot products. */
CLR_FN CLR_AT(lifted) CLR_AT(lift)(const CLR_AT(element) e)
{
    const CLR_AT(element) pair = CLR_AT(admit)(e);

    return CLR_AT(times)(pair.x, pair.y);
}
