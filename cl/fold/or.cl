/* or - two integers become their bitwise or. */
CLR_FN CLR_AT(number) CLR_AT(merge)(const CLR_AT(number) a, const CLR_AT(number) b)
{
    return a | b;
}
