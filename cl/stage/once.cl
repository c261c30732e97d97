/* once - a group makes each staged result once, in a state that is always exact. Its alternative is
 * cl/stage/again.cl. */
CLR_FN void clr_fold_staged(const clr_memory memory, const clr_staged staged, const clr_batch batch,
                            const clr_team team, const clr_job all,
                            __local uint *has_failed CLR_LIST_PARAMETERS)
{
    clr_attempt_fold_staged(memory, staged, batch, team, all, UINT_MAX, true CLR_LIST_ARGUMENTS);
}
