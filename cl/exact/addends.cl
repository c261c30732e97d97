/*
 * addends - adds a run of N products of doubles, CLR_LENGTH vectors of CLR_WIDTH, to three terms,
 * for exact dot products and squares of f64. A product is two doubles: rounded, and its error
 * (Dekker's TwoProduct, by fma()). TwoSum adds the products; TwoSum again adds the products' errors
 * and the errors of the first additions; the errors of the second additions are added plainly.
 *
 * With 2^(l + 1) above the largest product, the second additions are 2 N of at most N 2^(l - 53),
 * and err by at most N^2 2^(l - 106) each. While reach + 3 log2(N) is at most CLR_REACH_OF_ADDENDS
 * (158), all multiples of the products' last digit up to the sum of these errors have 53 digits, so
 * that the plain additions are exact; reach is the distance of the first digit of the largest
 * product from the last digit of any (cl/exact/reach_product.cl). A product or an error that is not
 * finite leaves no finite sum of errors.
 */
CLR_FN CLR_OF(total) CLR_RUN_AT(add)(const CLR_AT(lifted) *lifted)
{
    union {
        CLR_WIDE(double) lanes;
        double lane[CLR_WIDTH];
    } sum, lost;
    CLR_WIDE(double) rest = (CLR_WIDE(double))(0.0);
    CLR_OF(total) total;

    sum.lanes  = lifted[0].x * lifted[0].y;
    lost.lanes = fma(lifted[0].x, lifted[0].y, -sum.lanes);
#pragma unroll
    for (uint l = 1; l < CLR_LENGTH; l++) {
        const CLR_WIDE(double) product = lifted[l].x * lifted[l].y;
        const CLR_WIDE(double) error   = fma(lifted[l].x, lifted[l].y, -product);
        const CLR_AT(two) first        = CLR_AT(two_sum)(sum.lanes, product);
        const CLR_AT(two) second       = CLR_AT(two_sum)(lost.lanes, first.error);
        const CLR_AT(two) third        = CLR_AT(two_sum)(second.sum, error);

        sum.lanes  = first.sum;
        lost.lanes = third.sum;
        rest += second.error;
        rest += third.error;
    }
    total.sum.term[0] = sum.lane[0];
    total.sum.term[1] = lost.lane[0];
    total.sum.term[2] = CLR_ACROSS(CLR_PLUS, rest);
#pragma unroll
    for (uint lane = 1; lane < CLR_WIDTH; lane++) {
        const CLR_OF(two) first  = CLR_OF(two_sum)(total.sum.term[0], sum.lane[lane]);
        const CLR_OF(two) second = CLR_OF(two_sum)(total.sum.term[1], first.error);
        const CLR_OF(two) third  = CLR_OF(two_sum)(second.sum, lost.lane[lane]);

        total.sum.term[0] = first.sum;
        total.sum.term[1] = third.sum;
        total.sum.term[2] += second.error;
        total.sum.term[2] += third.error;
    }
    total.is_exact = CLR_RUN_AT(reach_of)(lifted) + 3 * CLR_LOG2(CLR_LENGTH * CLR_WIDTH) <=
                         CLR_REACH_OF_ADDENDS &&
                     CLR_OF(are_finite)(total.sum);
    return total;
}
