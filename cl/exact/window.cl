/*
 * window - a run of floats is added in doubles, which loses nothing while their exponents lie near
 * each other: with s the least of them all are multiples of the smallest one's last digit,
 * 2^(s - 23), and with l that of the sum of magnitudes no sum reaches 2^(l + 1). While l - s is at
 * most 29 that leaves 53 digits between, which doubles have.
 */
/*
 * needs:    CLR_OF(total) CLR_AT(lifted) CLR_WIDE CLR_AT(reach) CLR_AT(extend) CLR_AT(no_reach)
 *           CLR_LENGTH CLR_ACROSS CLR_PLUS CLR_AT(greatest_exponent) CLR_AT(span_of) CLR_WINDOW
 * provides: CLR_RUN_AT(add)
 */
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
