/*
 * reduce_ordered - cl/reduce_teams.cl for the published order: teams of at most CLR_ROW items have
 * results of at most a strip each. An item folds neighbouring lanes, all of them if it is alone, and
 * the team joins lane 2k with lane 2k + 1, pairs with their neighbours, and so on (docs/order.md).
 * Where neighbouring results' elements are neighbours, items that fold the same lanes are, too.
 */
/* The team of this item in its band: across all teams an item's neighbours fold the same lanes. */
CLR_FN clr_team clr_ordered_team_of(const clr_band band, const uint items, const bool across)
{
    const clr_team along  = clr_team_of(band.first, band.items, items);
    const clr_team beside = {CLR_ITEM / along.teams, items, CLR_ITEM % along.teams, along.teams};

    return across ? beside : along;
}

/* Folds the lanes of a team's item, if it has any. */
CLR_FN clr_state clr_fold_lanes_of(const clr_memory memory, const clr_span span,
                                   const clr_team team)
{
    const uint lanes = clr_lanes_of(span);
    const uint mine  = max(lanes / team.items, 1u);
    clr_state waiting[CLR_TREE_LEVELS];
    clr_state state = clr_none();

    if (team.item >= lanes)
        return state;
    if (mine == 1)
        return clr_fold_lane(memory, span, team.item);
    for (uint k = 0; k < mine; k++)
        state = clr_join(memory, waiting, k, clr_fold_lane(memory, span, team.item * mine + k));
    return state;
}

/* Folds a team's states into its first item's cell; cells of neighbours are `apart`. */
CLR_FN void clr_join_team(const clr_memory memory, const clr_band band, const clr_team team,
                          const uint apart)
{
    for (uint stride = 1; stride < team.items; stride *= 2) {
        if (team.item % (2 * stride) == 0)
            clr_put(memory, CLR_ITEM,
                    clr_merge(memory, clr_get(memory, CLR_ITEM),
                              clr_get(memory, CLR_ITEM + stride * apart)));
        clr_band_meet(memory, band);
    }
}

__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_reduce_teams(CLR_TEAMS_PARAMETERS CLR_MEMORY_PARAMETER)
{
    __local clr_state scratch[CLR_GROUP_SIZE];
    const clr_memory memory = clr_memory_of(CLR_MEMORY);
    clr_span span;
    clr_job  job;
    CLR_MAKE_SHAPE
    const ulong     rows   = clr_rows_there(shape, 0, all);
    const bool      across = rows > 0 && clr_lie_across(shape); /* a trial has no shape */
    const clr_band  band   = clr_band_of(across ? CLR_GROUP_SIZE : items);
    const clr_team  team   = clr_ordered_team_of(band, items, across);
    const uint      apart  = across ? team.teams : 1;
    const ulong     tiles  = (rows + team.teams - 1) >> (31 - clz(team.teams));
    const clr_share share  = clr_share_of_band(band, tiles);

    CLR_SET_INPUTS
    CLR_EACH_ARRAY(CLR_SET_ARRAY)
    for (ulong tile = share.first; tile < share.end; tile += share.step) {
        const ulong row = tile * team.teams + team.team;
        clr_span  found = span;

        job.place = first_place;
        clr_find_row(shape, min(row, rows - 1), &found, &job);
        if (row >= rows || found.count > longest)
            found.count = 0;
        else
            clr_note(memory, CLR_TRACE_TURN, row, 1);
        clr_put(memory, CLR_ITEM, clr_fold_lanes_of(memory, found, team));
        clr_band_meet(memory, band);
        clr_join_team(memory, band, team, apart);
        /* All is found anew, as PoCL 3.1 crashes where a span and a job outlive a barrier. */
        if (team.item == 0 && tile * team.teams + team.team < rows) {
            const ulong number = tile * team.teams + team.team;
            clr_span   ending  = span;

            job.place = first_place;
            clr_find_row(shape, number, &ending, &job);
            if (!clr_is_postponed(number, ending.count, longest, giant, list, list_most, giants,
                                  giants_most))
                clr_deliver(memory, job, clr_get(memory, CLR_ITEM));
        }
        clr_band_meet(memory, band);
    }
}
