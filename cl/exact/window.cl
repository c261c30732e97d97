/*
 * window - a run of floats is added in doubles, which loses nothing while their exponents lie near
 * each other: all are multiples of the smallest one's last digit, 2^(s - 23), and the sum of 16 is
 * below 2^(l + 1 + 4); l - s <= 25 leaves at most 53 digits between. Zeros have no exponent that
 * matters. The sum is then added to the terms.
 */
CLR_FN CLR_RUN_AT(terms) CLR_RUN_AT(add)(const CLR_WIDE(double) high, const CLR_WIDE(double) low,
                                         const CLR_AT(lifted) *lifted)
{
    CLR_WIDE(double) sum    = CLR_WIDE(convert_double)(lifted[0]);
    CLR_WIDE(uint) largest  = CLR_WIDE(as_uint)(lifted[0]) << 1;
    CLR_WIDE(uint) smallest = largest - 1;
    CLR_WIDE(int) span;
    CLR_AT(two) first;
    CLR_AT(two) second;
    CLR_RUN_AT(terms) terms;

#pragma unroll
    for (uint l = 1; l < CLR_LENGTH; l++) {
        const CLR_WIDE(uint) magnitude = CLR_WIDE(as_uint)(lifted[l]) << 1;

        sum += CLR_WIDE(convert_double)(lifted[l]);
        largest  = max(largest, magnitude);
        smallest = min(smallest, magnitude - 1);
    }
    span        = CLR_WIDE(as_int)(largest >> 24) - CLR_WIDE(as_int)(smallest >> 24);
    first       = CLR_AT(two_sum)(high, sum);
    second      = CLR_AT(two_sum)(low, first.error);
    terms.high  = first.sum;
    terms.low   = second.sum;
    terms.lost  = CLR_WIDE(convert_long)(span > 25) | CLR_WIDE(as_long)(second.error);
    return terms;
}
