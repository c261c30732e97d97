/* fold_beside - of a result made again the members that digits do not make, such as a minimum of
 * the same pass, and counts: a team folds them once more as cl/reduce_teams.cl does. Item 0 of the
 * team has the state. */
#define CLR_AGAIN_SCRATCH __local clr_state scratch[CLR_GROUP_SIZE];

CLR_FN clr_state clr_fold_beside(const clr_memory memory, const clr_band band, const clr_team team,
                                 const clr_span span)
{
    clr_state state = clr_none();

    for (ulong i = team.item; i < span.count; i += team.items) {
        clr_inputs inputs[1];

        inputs[0] = clr_read_each(memory, span, i);
        state     = clr_fold_one(memory, state, inputs, i, 0, span.total);
    }
    clr_put(memory, CLR_ITEM, state);
    clr_band_meet(memory, band);
    for (uint stride = team.items / 2; stride > 0; stride /= 2) {
        if (team.item < stride) {
            const clr_state other = clr_get(memory, CLR_ITEM + stride);

            clr_put(memory, CLR_ITEM, clr_merge(memory, clr_get(memory, CLR_ITEM), other));
        }
        clr_band_meet(memory, band);
    }
    return clr_get(memory, CLR_ITEM);
}
