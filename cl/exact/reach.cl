/* reach - how many binades a run spans, from its reach (cl/exact/range.cl, or
 * cl/exact/reach_float.cl). */
/* The biased exponent of the smallest number that is not 0, or one less: `smallest` is a height
 * less 1. */
CLR_FN int CLR_AT(least_exponent)(const CLR_AT(reach) reach)
{
    const CLR_AT(height) smallest = reach.smallest;

    return (int)(CLR_ACROSS(min, smallest) >> CLR_BELOW_EXPONENT);
}

/* Binades from the smallest number to the largest (of reach_float.cl to the sum of magnitudes), or
 * one more, which errs to the safe side; CLR_FAR unless all are finite. */
CLR_FN int CLR_AT(span_of)(const CLR_AT(reach) reach)
{
    const int greatest = CLR_AT(greatest_exponent)(reach);

    return greatest < CLR_FORMAT(EXPONENTS) ? greatest - CLR_AT(least_exponent)(reach) : CLR_FAR;
}
