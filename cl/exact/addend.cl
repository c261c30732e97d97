/*
 * addend - adds a run of N = CLR_LENGTH * CLR_WIDTH doubles to two terms, their sum and the sum of
 * what the additions lost, for exact sums of f64. If total.is_exact, the two terms are the run's
 * sum; else the run goes to the bins (cl/exact/run.cl).
 *
 * TwoSum finds what an addition loses, and these errors are added plainly. All N doubles are
 * multiples of 2^(l - reach), with 2^(l + 1) above the largest: reach is the span of exponents and
 * 52 for the smallest one's digits. Sums are below N 2^(l + 1), so an addition errs by at most half
 * their last place, N 2^(l - 53), and all errors come to N^2 2^(l - 53): while reach + 2 log2(N) is
 * at most 106, that range has 53 digits. Where an addition's sum or error is not finite, its error
 * is not (cl/exact/two_sum.cl), and no later sum of errors: the second term tells.
 */
/*
 * An item alone adds doubles to an anchor, as cl/exact/anchored.cl does products: four additions an
 * element in place of seven, while reach + log2(N) is at most 105. Lanes of a vector share the
 * anchor, so that plain additions join them. A sum of nothing but -0 comes to 0.
 *
 * With 2^top above the sum of magnitudes the anchor is 3 2^top, the middle of the binade from
 * 2^(top + 1) to 2^(top + 2), which no sum then leaves; it may reach the end, which has to be
 * finite. `top` and exponents are biased, as a double's bits have them: the last finite one is
 * CLR_DOUBLE_EXPONENTS - 1.
 */
#if CLR_GROUP_SIZE == 1
CLR_FN CLR_OF(total) CLR_RUN_AT(add)(const CLR_AT(lifted) *lifted)
{
    const CLR_AT(reach) reach = CLR_RUN_AT(reach_of)(lifted);
    const int top = CLR_AT(greatest_exponent)(reach) + 1 + CLR_LOG2(CLR_LENGTH * CLR_WIDTH);
    const bool   has_room = top < CLR_DOUBLE_EXPONENTS - 2; /* the binade's end is finite, too */
    const ulong  exponent = has_room ? (ulong)(uint)(top + 1) : 0UL;
    const double anchor =
        as_double(exponent << CLR_DOUBLE_FRACTION_BITS | CLR_DOUBLE_HIDDEN >> 1);
    CLR_WIDE(double) sum  = (CLR_WIDE(double))(anchor);
    CLR_WIDE(double) lost = (CLR_WIDE(double))(0.0);
    CLR_OF(total) total;

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        const CLR_WIDE(double) next = sum + lifted[l];

        lost += lifted[l] - (next - sum);
        sum = next;
    }
    sum = sum - (CLR_WIDE(double))(anchor);
    total.sum.term[0] = CLR_ACROSS(CLR_PLUS, sum);
    total.sum.term[1] = CLR_ACROSS(CLR_PLUS, lost);
    total.is_exact =
        has_room && top - CLR_AT(least_exponent)(reach) + CLR_DOUBLE_DIGITS - 1 +
                            CLR_LOG2(CLR_LENGTH * CLR_WIDTH) <=
                        CLR_REACH_OF_ANCHORED;
    return total;
}
#else
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
    total.is_exact = CLR_AT(span_of)(CLR_RUN_AT(reach_of)(lifted)) + CLR_DOUBLE_DIGITS - 1 +
                             2 * CLR_LOG2(CLR_LENGTH * CLR_WIDTH) <=
                         CLR_REACH_OF_ADDEND &&
                     CLR_OF(is_finite)(total.sum.term[1]);
    return total;
}
#endif
