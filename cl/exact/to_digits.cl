/*
 * to_digits - a run of doubles that the terms cannot take goes into the group's bins; an item alone
 * adds it to its digits beside them (cl/exact/copies.cl), unless there is an infinity or a NaN. What
 * each digit gets is found for all lanes at once, and added one by one.
 */
/*
 * needs:       CLR_TURNS CLR_AT(lifted) CLR_OF(bins) CLR_AT(state) CLR_RUN_AT(drop)
 * may use:     CLR_WIDE CLR_LENGTH CLR_WIDTH CLR_DOUBLE_INFINITY CLR_ACROSS CLR_TERMS
 *              CLR_SEEN_OTHER CLR_DOUBLE_BITS CLR_OR CLR_DOUBLE_FRACTION_BITS CLR_DOUBLE_EXPONENTS
 *              CLR_DOUBLE_FRACTION CLR_WIDE_DIGITS CLR_SEEN_BINS
 * provides:    CLR_RUN_AT(set_aside)
 * may provide: CLR_RUN_AT(words) CLR_RUN_AT(is_finite) CLR_RUN_AT(others_of)
 *              CLR_RUN_AT(add_to_digits)
 */
#if CLR_TURNS
typedef union CLR_RUN_AT(words) {
    CLR_WIDE(ulong) lanes[CLR_LENGTH];
    ulong each[CLR_LENGTH * CLR_WIDTH];
} CLR_RUN_AT(words);

/* By their bits alone: this is where numbers come whose arithmetic cannot be trusted. */
CLR_FN bool CLR_RUN_AT(is_finite)(const CLR_AT(lifted) *lifted)
{
    CLR_WIDE(ulong) largest = (CLR_WIDE(ulong))(0);

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        largest = max(largest, CLR_WIDE(as_ulong)(lifted[l]) & CLR_DOUBLE_INFINITY);
    }
    return CLR_ACROSS(max, largest) < CLR_DOUBLE_INFINITY;
}

/* What is not -0; where terms have failed, there is something else. */
CLR_FN uint CLR_RUN_AT(others_of)(const CLR_AT(lifted) *lifted)
{
#if CLR_TERMS
    return CLR_SEEN_OTHER;
#else
    CLR_WIDE(ulong) others = (CLR_WIDE(ulong))(0);

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        others |= CLR_WIDE(as_ulong)(lifted[l]) ^ 1UL << (CLR_DOUBLE_BITS - 1);
    }
    return CLR_ACROSS(CLR_OR, others) ? CLR_SEEN_OTHER : 0;
#endif
}

CLR_COLD void CLR_RUN_AT(add_to_digits)(__local CLR_OF(bins) *bins, const CLR_AT(lifted) *lifted)
{
    CLR_RUN_AT(words) at, low, middle, high;

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        const CLR_WIDE(ulong) bits     = CLR_WIDE(as_ulong)(lifted[l]);
        const CLR_WIDE(ulong) exponent = (bits >> CLR_DOUBLE_FRACTION_BITS) & CLR_DOUBLE_EXPONENTS;
        const CLR_WIDE(ulong) one      = min(exponent, (CLR_WIDE(ulong))(1));
        const CLR_WIDE(ulong) m = (bits & CLR_DOUBLE_FRACTION) | (one << CLR_DOUBLE_FRACTION_BITS);
        const CLR_WIDE(ulong) place = exponent - one;
        const CLR_WIDE(ulong) shift = place % 32;
        const CLR_WIDE(ulong) sign  = 0 - (bits >> (CLR_DOUBLE_BITS - 1));

        at.lanes[l]     = place / 32;
        low.lanes[l]    = (((m << shift) & 0xffffffffUL) ^ sign) - sign;
        middle.lanes[l] = (((m >> (32 - shift)) & 0xffffffffUL) ^ sign) - sign;
        high.lanes[l]   = ((m >> 32 >> (32 - shift)) ^ sign) - sign;
    }
#pragma unroll 4
    for (uint k = 0; k < CLR_LENGTH * CLR_WIDTH; k++) {
        __local ulong *digits = bins->wide + k % CLR_TURNS * CLR_WIDE_DIGITS + at.each[k];

        digits[0] += low.each[k];
        digits[1] += middle.each[k];
        digits[2] += high.each[k];
    }
}
#endif

CLR_COLD CLR_AT(state) CLR_RUN_AT(set_aside)(__local CLR_OF(bins) *bins, CLR_AT(state) state,
                                           const CLR_AT(lifted) *lifted)
{
#if CLR_TURNS
    if (CLR_RUN_AT(is_finite)(lifted)) {
        CLR_RUN_AT(add_to_digits)(bins, lifted);
        state.seen |= CLR_SEEN_BINS | CLR_RUN_AT(others_of)(lifted);
        return state;
    }
#endif
    return CLR_RUN_AT(drop)(bins, state, lifted);
}
