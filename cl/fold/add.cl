/* add - two numbers become their sum. */
CLR_FN CLR_AT(number) CLR_AT(merge)(const CLR_AT(number) a, const CLR_AT(number) b)
{
    return CLR_AT(add)(a, b);
}
