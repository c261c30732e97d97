/* brief_few - an item takes some elements of the stage into one double. */
/*
 * needs:    clr_m0_brief clr_memory clr_inputs CLR_STAGE_RUN CLR_TRY(take)
 * provides: CLR_TRY(take_few)
 */
CLR_FN clr_m0_brief CLR_TRY(take_few)(const clr_memory memory, clr_m0_brief brief,
                                   const clr_inputs *inputs, const uint i, const uint step,
                                   const uint count)
{
#pragma unroll
    for (uint l = 0; l < CLR_STAGE_RUN; l++) {
        brief = CLR_TRY(take)(memory, brief, inputs + l, i + l * step, count);
    }
    return brief;
}
