/* multiply - two numbers become their product. */
CLR_FN CLR_AT(number) CLR_AT(merge)(const CLR_AT(number) a, const CLR_AT(number) b)
{
    return CLR_AT(multiply)(a, b);
}
