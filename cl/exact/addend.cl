/* addend - every element of a run is added to the terms, as one double. */
CLR_FN CLR_RUN_AT(terms) CLR_RUN_AT(add)(const CLR_WIDE(double) high, const CLR_WIDE(double) low,
                                         const CLR_AT(lifted) *lifted)
{
    CLR_RUN_AT(terms) terms = {high, low, (CLR_WIDE(long))(0)};

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        const CLR_AT(two) first  = CLR_AT(two_sum)(terms.high, CLR_ADDEND(lifted[l]));
        const CLR_AT(two) second = CLR_AT(two_sum)(terms.low, first.error);

        terms.high = first.sum;
        terms.low  = second.sum;
        terms.lost |= CLR_WIDE(as_long)(second.error);
    }
    return terms;
}
