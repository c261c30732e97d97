/* again - a group attempts staged results in one double (cl/stage/brief.cl), and makes those whose
 * proof fails again in ordinary states, while their elements are in local memory. Its alternative
 * is cl/stage/once.cl. */
/* All items call it, and `has_failed` is 0. */
CLR_FN void clr_fold_staged(const clr_memory memory, clr_staged staged, const clr_batch batch,
                            const clr_team team, const clr_job all,
                            __local uint *has_failed CLR_LIST_PARAMETERS)
{
    const uint failed =
        clr_attempt_fold_staged(memory, staged, batch, team, all, UINT_MAX, true CLR_LIST_ARGUMENTS);

    if (failed)
        *has_failed = 1;
    clr_meet(memory);
    if (*has_failed == 0)
        staged.rows = 0;
    clr_again_fold_staged(memory, staged, batch, team, all, failed, false CLR_LIST_ARGUMENTS);
}
