/*
 * with_weight - lifts the elements of two inputs to a value and its weight, which is NaN if it is
 * below 0. An element that does not count has the weight 0: both change places for it, as in
 * cl/lift/other.cl.
 */
typedef struct CLR_AT(lifted) {
    CLR_AT(number) value;
    CLR_AT(number) weight;
} CLR_AT(lifted);

CLR_FN CLR_AT(lifted) CLR_AT(lift)(const CLR_AT(element) e)
{
    CLR_AT(element) other = e;
    CLR_AT(lifted) lifted;

    other.x       = e.y;
    other.y       = e.x;
    lifted.value  = CLR_AT(widen)(CLR_AT(admit)(e).x);
    lifted.weight = CLR_AT(widen)(CLR_AT(admit)(other).x);
    lifted.weight = CLR_AT(pick)(CLR_WIDE(convert_long)(CLR_LEAD(lifted.weight) < 0),
                                 CLR_AT(quotient)(CLR_AT(constant)(0), CLR_AT(constant)(0)),
                                 lifted.weight); /* a NaN of any type */
    return lifted;
}
