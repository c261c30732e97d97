/* abs - lifts an element to its magnitude, |x|. */
CLR_FN CLR_AT(lifted) CLR_AT(lift)(const CLR_AT(element) e)
{
    return CLR_AT(raise)(CLR_ABS(CLR_AT(admit)(e).x));
}
