/*
 * window - adds a run of floats plainly in doubles, for exact sums of f32 and bf16, with a test
 * that no addition rounded: with s the smallest exponent of a float other than 0 all floats are
 * multiples of 2^(s - 23), and with l the exponent of the sum of magnitudes no sum reaches 2^(l +
 * 1). While l - s is at most 29 (CLR_WINDOW; of bf16, with 8 digits, 45) that range has the 53
 * digits of doubles. A run that fails goes to cl/exact/apart.cl, or is set aside (cl/exact/run.cl).
 */
#if CLR_GROUP_SIZE == 1
/*
 * The lanes' sums. An item alone passes them to cl/exact/apart.cl, which would add them again:
 * compilers postpone both additions until a branch tells which sum is used, and keep all doubles of
 * the run in memory until then.
 */
typedef struct CLR_RUN_AT(lanes) {
    CLR_WIDE(double) sum;
    CLR_AT(reach) reach;
} CLR_RUN_AT(lanes);

CLR_FN CLR_RUN_AT(lanes) CLR_RUN_AT(lanes_of)(const CLR_AT(lifted) *lifted)
{
    CLR_RUN_AT(lanes) lanes;

    lanes.sum   = CLR_WIDE(convert_double)(lifted[0]);
    lanes.reach = CLR_AT(extend)(CLR_AT(no_reach)(), lifted[0]);
#pragma unroll
    for (uint l = 1; l < CLR_LENGTH; l++) {
        lanes.sum += CLR_WIDE(convert_double)(lifted[l]);
        lanes.reach = CLR_AT(extend)(lanes.reach, lifted[l]);
    }
    return lanes;
}

CLR_FN CLR_OF(total) CLR_RUN_AT(total_of)(const CLR_RUN_AT(lanes) lanes)
{
    const CLR_WIDE(double) sum = lanes.sum;
    CLR_OF(total) total;

    total.sum.term[0] = CLR_ACROSS(CLR_PLUS, sum);
    total.sum.term[1] = 0.0;
    total.greatest    = CLR_AT(greatest_exponent)(lanes.reach);
    total.is_exact    = CLR_AT(span_of)(lanes.reach) <= CLR_WINDOW;
    return total;
}

CLR_FN CLR_OF(total) CLR_RUN_AT(add)(const CLR_AT(lifted) *lifted)
{
    return CLR_RUN_AT(total_of)(CLR_RUN_AT(lanes_of)(lifted));
}
#else
CLR_FN CLR_OF(total) CLR_RUN_AT(add)(const CLR_AT(lifted) *lifted)
{
    CLR_WIDE(double) sum = CLR_WIDE(convert_double)(lifted[0]);
    CLR_AT(reach) reach  = CLR_AT(extend)(CLR_AT(no_reach)(), lifted[0]);
    CLR_OF(total) total;

#pragma unroll
    for (uint l = 1; l < CLR_LENGTH; l++) {
        sum += CLR_WIDE(convert_double)(lifted[l]);
        reach = CLR_AT(extend)(reach, lifted[l]);
    }
    total.sum.term[0] = CLR_ACROSS(CLR_PLUS, sum);
    total.sum.term[1] = 0.0;
    total.greatest    = CLR_AT(greatest_exponent)(reach);
    total.is_exact    = CLR_AT(span_of)(reach) <= CLR_WINDOW;
    return total;
}
#endif
