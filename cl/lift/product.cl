/* product - lifts two inputs' elements to their product. */
CLR_FN CLR_AT(lifted) CLR_AT(lift)(const CLR_AT(element) e)
{
    const CLR_AT(element) pair = CLR_AT(admit)(e);

    return CLR_AT(times)(pair.x, pair.y);
}
