/* min - two numbers become the smaller one; floats come as keys in the same order
 * (cl/number/key.cl). */
CLR_FN CLR_AT(number) CLR_AT(merge)(const CLR_AT(number) a, const CLR_AT(number) b)
{
    return min(a, b);
}
