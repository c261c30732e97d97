/* reach - how far apart the exponents of a run are, by its reach: cl/exact/range.cl, or
 * cl/exact/reach_float.cl. */
/* The smallest number's biased exponent, or one less. */
CLR_FN int CLR_AT(least_exponent)(const CLR_AT(reach) reach)
{
    const CLR_AT(height) smallest = reach.smallest;

    return (int)(CLR_ACROSS(min, smallest) >> CLR_BELOW_EXPONENT);
}

/* Binades from the smallest number to the largest, or the sum, or one more; CLR_FAR unless all are
 * finite. */
CLR_FN int CLR_AT(span_of)(const CLR_AT(reach) reach)
{
    const int greatest = CLR_AT(greatest_exponent)(reach);

    return greatest < CLR_FORMAT(EXPONENTS) ? greatest - CLR_AT(least_exponent)(reach) : CLR_FAR;
}
