/*
 * reach_value - the exponents that a run of doubles spans down to the last digit of the smallest,
 * 52 below its exponent. An item alone needs both ends.
 */
#if CLR_GROUP_SIZE == 1
CLR_FN CLR_AT(reach) CLR_RUN_AT(reach_of)(const CLR_AT(lifted) *lifted)
{
    CLR_AT(reach) reach = CLR_AT(no_reach)();

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        reach = CLR_AT(extend)(reach, lifted[l]);
    }
    return reach;
}
#else
CLR_FN int CLR_RUN_AT(reach_of)(const CLR_AT(lifted) *lifted)
{
    CLR_AT(reach) reach = CLR_AT(no_reach)();

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        reach = CLR_AT(extend)(reach, lifted[l]);
    }
    return CLR_AT(span_of)(reach) + CLR_DOUBLE_DIGITS - 1;
}
#endif
