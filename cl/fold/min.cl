/* min - keeps the smaller; floats come as keys that order as they do (cl/number/key.cl). */
CLR_FN CLR_AT(number) CLR_AT(merge)(const CLR_AT(number) a, const CLR_AT(number) b)
{
    return min(a, b);
}
