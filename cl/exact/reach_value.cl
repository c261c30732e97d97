/* reach_value - the exponents that a run of doubles spans, for cl/exact/addend.cl. */
CLR_FN CLR_AT(reach) CLR_RUN_AT(reach_of)(const CLR_AT(lifted) *lifted)
{
    CLR_AT(reach) reach = CLR_AT(no_reach)();

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        reach = CLR_AT(extend)(reach, lifted[l]);
    }
    return reach;
}
