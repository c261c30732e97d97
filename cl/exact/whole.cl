/* whole - adds a run of halves in doubles, for exact sums of f16: always exact, as halves are
 * multiples of 2^-24 and less than 2^16, so that sums of 2^13 of them have 53 digits. Infinities
 * and NaNs leave no finite sum. */
CLR_FN CLR_OF(total) CLR_RUN_AT(add)(const CLR_AT(lifted) *lifted)
{
    CLR_WIDE(double) sum = CLR_WIDE(convert_double)(lifted[0]);
    CLR_OF(total) total;

#pragma unroll
    for (uint l = 1; l < CLR_LENGTH; l++) {
        sum += CLR_WIDE(convert_double)(lifted[l]);
    }
    total.sum.term[0] = CLR_ACROSS(CLR_PLUS, sum);
    total.sum.term[1] = 0.0;
    total.is_exact    = CLR_OF(is_finite)(total.sum.term[0]);
    return total;
}
