/*
 * reach - how many binades lie between a run's smallest number, zeros left out, and its largest
 * (cl/exact/range.cl), or the sum of its magnitudes (cl/exact/reach_float.cl). By this span tests
 * prove that a run's sum is exact (cl/exact/window.cl, apart.cl, addend.cl, extent_product.cl).
 */
/* The biased exponent of the smallest number that is not 0, or one less: `smallest` is its height
 * (cl/exact/height.cl) less 1, so that the height of 0 became the largest integer, which no minimum
 * takes. */
CLR_FN int CLR_AT(least_exponent)(const CLR_AT(reach) reach)
{
    const CLR_AT(height) smallest = reach.smallest;

    return (int)(CLR_ACROSS(min, smallest) >> CLR_BELOW_EXPONENT);
}

/* The span, or one binade more, which errs to the safe side; of zeros alone a number below 0.
 * CLR_FAR, which passes no test, where a number or the sum of magnitudes is not finite. */
CLR_FN int CLR_AT(span_of)(const CLR_AT(reach) reach)
{
    const int greatest = CLR_AT(greatest_exponent)(reach);

    return greatest < CLR_FORMAT(EXPONENTS) ? greatest - CLR_AT(least_exponent)(reach) : CLR_FAR;
}
