/* other - lifts the elements of two inputs to the second one, for weights and for covariances: both
 * change places, as an element that does not count is replaced in the first place. */
CLR_FN CLR_AT(lifted) CLR_AT(lift)(const CLR_AT(element) e)
{
    CLR_AT(element) other = e;

    other.x = e.y;
    other.y = e.x;
    return CLR_AT(raise)(CLR_AT(admit)(other).x);
}
