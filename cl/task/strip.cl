/*
 * strip - a group folds a strip of the published order. A team of CLR_TEAM items folds neighbouring
 * slabs, one after the other; items beyond the CLR_TEAMS teams only take part in barriers.
 * docs/order.md draws it.
 */
#define CLR_SLAB_COLUMNS (CLR_ROW / (CLR_LANES * CLR_TEAM)) /* of a slab, an item's */
#define CLR_TEAM_SLABS   (CLR_SLABS / CLR_TEAMS)

/* How many of `most` slabs or lanes, a power of two, are folded, of which `there` have elements: the
 * others change nothing, so an item alone ends with the first power of two that covers these. */
CLR_FN uint clr_folded(const uint there, const uint most)
{
#if CLR_GROUP_SIZE == 1
    return min(clr_covering(there), most);
#else
    return most;
#endif
}

/* Folds the item's columns of its team's slabs; puts their lanes into the team's row of cells. */
CLR_FN void clr_fold_columns(const clr_memory memory, const clr_span strip)
{
    const uint first = CLR_ITEM / CLR_TEAM * CLR_TEAM_SLABS;
    const uint left  = CLR_ITEM % CLR_TEAM * CLR_SLAB_COLUMNS;
    clr_lanes_state waiting[CLR_SLAB_COLUMNS * CLR_TEAM_LEVELS];
    clr_lanes_state states[CLR_SLAB_COLUMNS];
    const uint slabs = clr_folded(clr_slabs_there(strip), CLR_TEAM_SLABS);

#if CLR_TEAM_SLABS <= 4 /* keeps pending states in registers */
#pragma unroll
#endif
    for (uint slab = 0; slab < slabs; slab++) {
#if CLR_GROUP_SIZE == 1 && CLR_LANES > 1
        for (uint column = 0; column < CLR_SLAB_COLUMNS; column += 2) {
            clr_lanes_state *two      = states + column;
            clr_lanes_state *two_wait = waiting + column * CLR_TEAM_LEVELS;

            clr_slab_fold_two(memory, strip, first + slab, column, two);
            two[0] = clr_join_vectors(two_wait, slab, two[0]);
            two[1] = clr_join_vectors(two_wait + CLR_TEAM_LEVELS, slab, two[1]);
        }
#else
        for (uint column = 0; column < CLR_SLAB_COLUMNS; column++)
            states[column] =
                clr_join_vectors(waiting + column * CLR_TEAM_LEVELS, slab,
                                 clr_slab_fold(memory, strip, first + slab, left + column));
#endif
    }
    for (uint column = 0; column < CLR_SLAB_COLUMNS; column++) {
        const uint cell = CLR_ITEM / CLR_TEAM * CLR_ROW;

#pragma unroll
        for (uint lane = 0; lane < CLR_LANES; lane++) {
            clr_put(memory, cell + clr_lane_in_order(strip, left + column, lane),
                    clr_lane(states[column], lane));
        }
    }
}

/* Folds the strip's last elements into the lanes in the first row of cells, and joins the lanes
 * into the first cell. */
CLR_FN void clr_join_lanes(const clr_memory memory, const clr_span strip)
{
    const uint lanes = clr_folded(clr_lanes_there(strip), CLR_ROW);

    for (uint lane = CLR_ITEM; lane < lanes; lane += CLR_ITEMS)
        clr_put(memory, lane, clr_end_lane(memory, strip, lane, clr_get(memory, lane)));
    clr_join_rows(memory, lanes, 1);
}

/* Folds a strip into the first cell. */
CLR_FN void clr_fold_strip(const clr_memory memory, clr_span strip)
{
    if (CLR_ITEM < CLR_TEAMS * CLR_TEAM) {
        CLR_WITH_ALIGNMENT(strip, clr_fold_columns(memory, strip);)
    }
    clr_join_rows(memory, CLR_TEAMS, CLR_ROW);
    clr_join_lanes(memory, strip);
}
