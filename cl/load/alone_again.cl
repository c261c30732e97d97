/* alone_again - an item alone attempts a result in one double (cl/load/alone_brief.cl), and, where
 * the proof fails, makes it again in an ordinary state, while its elements are in the cache. Its
 * alternative is cl/load/alone_once.cl. */
CLR_FN void clr_make_alone(const clr_memory memory, const clr_span span, const clr_span ends,
                           const clr_job job, const ulong row CLR_LIST_PARAMETERS)
{
    const clr_m0_brief brief = clr_attempt_fold_alone(memory, span, ends);

    if (!clr_attempt_settle(memory, job, brief, row, true CLR_LIST_ARGUMENTS))
        clr_settle(memory, job, clr_again_fold_alone(memory, span, ends), row CLR_LIST_ARGUMENTS);
}
