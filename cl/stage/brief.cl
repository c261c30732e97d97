/* brief - a team makes a staged exact sum in one double with a proof (cl/exact/brief.cl), which is
 * enough for most short results. */
typedef clr_m0_brief CLR_TRY(state);

CLR_FN clr_m0_brief CLR_TRY(none)(void)
{
    return clr_m0_brief_none();
}

CLR_FN clr_m0_brief CLR_TRY(take)(const clr_memory memory, const clr_m0_brief brief,
                                  const clr_inputs *inputs, const uint i, const uint count)
{
    return clr_m0_brief_add(brief, (double)clr_m0_lift(clr_m0_element_of(inputs[0], i, count)));
}

CLR_FN clr_m0_brief CLR_TRY(merge)(const clr_memory memory, const clr_m0_brief a,
                                   const clr_m0_brief b)
{
    return clr_m0_brief_merge(a, b);
}

/* Delivers the sum if it is exact; returns whether it is. One item `speaks`. */
CLR_FN bool CLR_TRY(settle)(const clr_memory memory, const clr_job job, const clr_m0_brief brief,
                            const ulong row, const bool speaks CLR_LIST_PARAMETERS)
{
    const clr_state state   = {brief.sum, 0.0, 0.0};
    const bool      is_sure = clr_m0_brief_is_sure(brief, (uint)job.total);

    if (is_sure && speaks)
        clr_deliver(memory, job, state);
    return is_sure;
}
