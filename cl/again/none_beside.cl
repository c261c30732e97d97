/* none_beside - all results of the pass are made of digits: nothing is folded beside them
 * (cl/again/fold_beside.cl). */
#define CLR_AGAIN_SCRATCH __local clr_state *scratch = 0;

CLR_FN clr_state clr_fold_beside(const clr_memory memory, const clr_band band, const clr_team team,
                                 const clr_span span)
{
    return clr_none();
}
