/*
 * window - a run of floats is added in doubles, which loses nothing while their exponents lie near
 * each other: with s the least of them all are multiples of the smallest one's last digit,
 * 2^(s - 23), and with l that of the sum of magnitudes no sum reaches 2^(l + 1). While l - s is at
 * most 29 that leaves 53 digits between, which doubles have.
 */
#define CLR_WINDOW 29

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
    total.is_exact    = CLR_AT(span_of)(reach) <= CLR_WINDOW;
    return total;
}

/* The same by two windows, where one is not enough: of large and of small numbers. */
CLR_FN CLR_OF(total) CLR_RUN_AT(add_apart)(const CLR_AT(lifted) *lifted)
{
    CLR_WIDE(double) large = (CLR_WIDE(double))(-0.0);
    CLR_WIDE(double) small = (CLR_WIDE(double))(-0.0);
    CLR_AT(reach) all      = CLR_AT(no_reach)();
    CLR_AT(reach) rest     = CLR_AT(no_reach)();
    int least_large;
    CLR_OF(total) total;

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        all = CLR_AT(extend)(all, lifted[l]);
    }
    least_large = CLR_AT(greatest_exponent)(all) - CLR_WINDOW + 1;
#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        const CLR_WIDE(int) bits     = CLR_WIDE(as_int)(lifted[l]);
        const CLR_WIDE(int) exponent = (bits >> 23) & 0xff;
        const CLR_WIDE(int) is_small = (exponent - least_large) >> 31; /* all digits, or none */
        const CLR_WIDE(float) x      = CLR_WIDE(as_float)(bits & is_small);

        large += CLR_WIDE(convert_double)(CLR_WIDE(as_float)(bits & ~is_small));
        small += CLR_WIDE(convert_double)(x);
        rest = CLR_AT(extend)(rest, x);
    }
    total.sum.term[0] = CLR_ACROSS(CLR_PLUS, large);
    total.sum.term[1] = CLR_ACROSS(CLR_PLUS, small);
    total.is_exact    = CLR_AT(greatest_exponent)(all) < 0xff &&
                     CLR_AT(span_of)(rest) <= CLR_WINDOW;
    return total;
}
