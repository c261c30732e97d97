/* alone_once - an item alone makes each result once, in a state that is always exact. Its
 * alternative is cl/load/alone_again.cl. */
CLR_FN void clr_make_alone(const clr_memory memory, const clr_span span, const clr_span ends,
                           const clr_job job, const ulong row CLR_LIST_PARAMETERS)
{
    clr_settle(memory, job, clr_attempt_fold_alone(memory, span, ends), row CLR_LIST_ARGUMENTS);
}
