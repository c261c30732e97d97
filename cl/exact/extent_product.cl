/*
 * extent_product - bounds of a run of N products of floats, for cl/exact/anchored.cl, as biased
 * exponents of doubles: 2^top is above the sum of their magnitudes, which is at most N times the
 * product of the largest factors; 2^(top - reach) divides all products. By the largest factors, not
 * by sums of magnitudes, the bound is six binades closer: one run without a proof makes its group
 * save its bins (docs/history/2026-11-23-halves-bytes-products.md, "Products").
 */
typedef struct CLR_RUN_AT(extent) {
    int top;
    int reach;
} CLR_RUN_AT(extent);

CLR_FN CLR_RUN_AT(extent) CLR_RUN_AT(extent_of)(const CLR_AT(lifted) *lifted)
{
    CLR_AT(reach) x = CLR_AT(no_reach)();
    CLR_AT(reach) y = CLR_AT(no_reach)();
    CLR_RUN_AT(extent) extent;

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        x = CLR_AT(extend)(x, lifted[l].x);
        y = CLR_AT(extend)(y, lifted[l].y);
    }
    extent.top = CLR_AT(greatest_exponent)(x) + CLR_AT(greatest_exponent)(y) + 2 +
                 (CLR_DOUBLE_BIAS - 2 * CLR_FLOAT_BIAS) + CLR_LOG2(CLR_LENGTH * CLR_WIDTH);
    extent.reach = CLR_AT(span_of)(x) + CLR_AT(span_of)(y) + 2 + 2 * (CLR_FLOAT_DIGITS - 1) +
                   CLR_LOG2(CLR_LENGTH * CLR_WIDTH);
    return extent;
}
