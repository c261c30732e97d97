/* keep - every element is taken, NaNs included. */
CLR_FN CLR_AT(element) CLR_AT(admit)(const CLR_AT(element) e)
{
    return e;
}
