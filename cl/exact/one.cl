/*
 * one - whether all numbers within a margin of two terms, a rounded sum and its error, round to one
 * number: rounding is monotonic, so that both ends tell. Each end is found with errors below two
 * units in the last place of the number it is added to, by which the margin is larger here.
 */
#ifdef CLR_NARROW
#define CLR_TWO_UNITS (1.0 / (1UL << (CLR_DOUBLE_DIGITS - 2)))

/* The error is at most half a unit of the sum. The bits tell -0 from 0. */
CLR_FN bool CLR_OF(is_one_float)(const CLR_OF(two) x, const double margin)
{
    const double around = margin + fabs(x.sum) * CLR_TWO_UNITS;
    const uint   low    = as_uint(convert_float(x.sum - around));
    const uint   high   = as_uint(convert_float(x.sum + around));

    return low == high && CLR_OF(is_finite)(around);
}

CLR_FN bool CLR_OF(is_one_double)(const CLR_OF(two) x, const double margin)
{
    const double around = 2.0 * margin + fabs(x.error) * CLR_TWO_UNITS;

    return x.sum + (x.error - around) == x.sum + (x.error + around) &&
           CLR_OF(is_finite)(around);
}
#endif
