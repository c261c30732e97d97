/*
 * addend - a run of doubles is added by TwoSum, and what the
 * additions lose is added plainly, which loses nothing while exponents lie near each other. All N
 * are multiples of 2^(l - reach), with 2^(l + 1) above the largest. Sums are below N 2^(l + 1), so
 * an addition loses at most half of their last place, N 2^(l - 53), and all of them N^2 2^(l - 53):
 * while reach + 2 log2(N) is at most 106, there are 53 digits between. Where an addition's sum
 * or error is not finite, its error is not (cl/exact/two_sum.cl), and no sum of errors after it:
 * the second term tells of both.
 */
/*
 * needs:    CLR_OF(total) CLR_AT(lifted) CLR_WIDE CLR_WIDTH CLR_LENGTH CLR_AT(two) CLR_AT(two_sum)
 *           CLR_ACROSS CLR_PLUS CLR_OF(two) CLR_OF(two_sum) CLR_RUN_AT(reach_of) CLR_LOG2
 *           CLR_REACH_OF_ADDEND CLR_OF(is_finite)
 * provides: CLR_RUN_AT(add)
 */
CLR_FN CLR_OF(total) CLR_RUN_AT(add)(const CLR_AT(lifted) *lifted)
{
    union {
        CLR_WIDE(double) lanes;
        double lane[CLR_WIDTH];
    } sum;
    CLR_WIDE(double) lost = (CLR_WIDE(double))(0.0);
    CLR_OF(total) total;

    sum.lanes = lifted[0];
#pragma unroll
    for (uint l = 1; l < CLR_LENGTH; l++) {
        const CLR_AT(two) two = CLR_AT(two_sum)(sum.lanes, lifted[l]);

        sum.lanes = two.sum;
        lost += two.error;
    }
    total.sum.term[0] = sum.lane[0];
    total.sum.term[1] = CLR_ACROSS(CLR_PLUS, lost);
#pragma unroll
    for (uint lane = 1; lane < CLR_WIDTH; lane++) {
        const CLR_OF(two) two = CLR_OF(two_sum)(total.sum.term[0], sum.lane[lane]);

        total.sum.term[0] = two.sum;
        total.sum.term[1] += two.error;
    }
    total.is_exact = CLR_RUN_AT(reach_of)(lifted) + 2 * CLR_LOG2(CLR_LENGTH * CLR_WIDTH) <=
                         CLR_REACH_OF_ADDEND &&
                     CLR_OF(is_finite)(total.sum.term[1]);
    return total;
}
