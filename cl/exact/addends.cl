/*
 * addends - every element of a run is a product of doubles, and added to the terms as two: the
 * rounded product and what that loses (Dekker's TwoProduct, by a fused multiplication), which is a
 * double unless the product is too small. (Of 106 bits a product, two terms seldom hold many: most
 * runs of f64 products go into the bins.)
 */
CLR_FN CLR_RUN_AT(terms) CLR_RUN_AT(add)(const CLR_WIDE(double) high, const CLR_WIDE(double) low,
                                         const CLR_AT(lifted) *lifted)
{
    CLR_RUN_AT(terms) terms = {high, low, (CLR_WIDE(long))(0)};

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        const CLR_WIDE(double) x       = lifted[l].x;
        const CLR_WIDE(double) y       = lifted[l].y;
        const CLR_WIDE(double) product = x * y;
        const CLR_WIDE(double) error   = fma(x, y, -product);
        const CLR_AT(two) first        = CLR_AT(two_sum)(terms.high, product);
        const CLR_AT(two) second       = CLR_AT(two_sum)(terms.low, first.error);
        const CLR_AT(two) third        = CLR_AT(two_sum)(second.sum, error);

        terms.high = first.sum;
        terms.low  = third.sum;
        terms.lost |= CLR_WIDE(as_long)(second.error) | CLR_WIDE(as_long)(third.error);
        terms.lost |= (fabs(product) < 0x1p-960) & (x != 0.0) & (y != 0.0);
    }
    return terms;
}
