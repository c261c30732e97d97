/* keep - every element is taken as it is, NaNs included. Its alternative is cl/taken/drop.cl. */
CLR_FN CLR_AT(element) CLR_AT(admit)(const CLR_AT(element) e)
{
    return e;
}
