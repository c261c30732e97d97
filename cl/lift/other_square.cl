/* other_square - lifts the elements of two inputs to the square of the second one, for correlations;
 * both change places as in cl/lift/other.cl. */
CLR_FN CLR_AT(lifted) CLR_AT(lift)(const CLR_AT(element) e)
{
    CLR_AT(element) other = e;
    CLR_AT(value) y;

    other.x = e.y;
    other.y = e.x;
    y       = CLR_AT(admit)(other).x;
    return CLR_AT(times)(y, y);
}
