/* number - an element is lifted to a number of the fold's format. */
typedef CLR_AT(number) CLR_AT(lifted);

CLR_FN CLR_AT(lifted) CLR_AT(raise)(const CLR_AT(magnitude) x)
{
    return CLR_AT(widen)(x);
}

CLR_FN CLR_AT(lifted) CLR_AT(times)(const CLR_AT(value) x, const CLR_AT(value) y)
{
    return CLR_AT(product)(x, y);
}
