/* none_beside - all results are made of digits. */
#define CLR_AGAIN_SCRATCH __local clr_state *scratch = 0;

CLR_FN clr_state clr_fold_beside(const clr_memory memory, const clr_band band, const clr_team team,
                                 const clr_span span)
{
    return clr_none();
}
