/*
 * reach_product - how many digits lie between the last one of a run's products of doubles and the
 * first, for cl/exact/addends.cl: the digits of both factors, the binades of both, and one.
 * Products that might have digits below the format's smallest number have no reach, as TwoProduct's
 * error is no double there.
 */
CLR_FN int CLR_RUN_AT(reach_of)(const CLR_AT(lifted) *lifted)
{
    CLR_AT(reach) x = CLR_AT(no_reach)();
    CLR_AT(reach) y = CLR_AT(no_reach)();

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        x = CLR_AT(extend)(x, lifted[l].x);
        y = CLR_AT(extend)(y, lifted[l].y);
    }
    if (CLR_AT(least_exponent)(x) + CLR_AT(least_exponent)(y) < CLR_LEAST_OF_PRODUCTS)
        return CLR_FAR;
    return CLR_AT(span_of)(x) + CLR_AT(span_of)(y) + 1 + 2 * (CLR_DOUBLE_DIGITS - 1);
}
