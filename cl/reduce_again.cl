/*
 * reduce_again - makes listed results, or states, again, from integers: sums that the doubles of
 * cl/exact/pair.cl or triple.cl could not hold. A group with bins for each result took 30 ms for
 * 2^24 doubles as rows of 8 that cancel, this kernel takes 0.8 ms (H200:
 * docs/history/2026-11-27-made-again.md).
 *
 * An earlier launch has filled the list; if it overflowed, all results are made again. Items form
 * teams of a result each, as in cl/reduce_teams.cl; the fewer the results, the larger the teams.
 * The teams that meet at barriers are a band (cl/load/band_of_warp.cl). A result of more than
 * `longest` elements goes on a list for groups: `longest` is at most CLR_AGAIN_MOST, as a cell has
 * room for the digits of so many.
 */
/* Items of a team: `fewest`, doubled up to `most` while the launch has items for a team of each
 * result. */
CLR_FN uint clr_items_for(const ulong results, const uint fewest, const uint most)
{
    uint items = fewest;

    while (items < most && 2 * items * results <= get_global_size(0))
        items *= 2;
    return items;
}

__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_reduce_again(CLR_INPUT_PARAMETERS CLR_SHAPE_PARAMETERS
                      CLR_OUTPUT_PARAMETERS const ulong all, const uint fewest_items,
                      const uint most_items, __global clr_list *list, const uint list_most,
                      const ulong longest, volatile __global clr_list *longer,
                      const uint longer_most
                      CLR_MEMORY_PARAMETER)
{
    /* Macros of other pieces declare `shape` (CLR_SHAPE_PARAMETERS or CLR_MAKE_SHAPE),
     * `first_place` (CLR_OUTPUT_PARAMETERS), `scratch` and `rounded`, and set the pointers of
     * `span` and `job`. */
    CLR_AGAIN_SCRATCH
    __local int cells[CLR_AGAIN_CELLS];
    CLR_ROUNDED_SCRATCH
    __local clr_slot slots[CLR_GROUP_SIZE];
    __local uint waiting[CLR_GROUP_SIZE];
    __local uint listed[1];
    const clr_memory memory = clr_memory_of(CLR_MEMORY);
    clr_span span;
    clr_job  job;
    CLR_MAKE_SHAPE

    if (CLR_ITEM == 0)
        *listed = clr_list_count(list, true);
    clr_meet(memory);
    const bool      is_told = *listed <= list_most;
    const ulong     rows  = is_told ? *listed : clr_rows_there(shape, 0, all);
    const uint      items = clr_items_for(rows, fewest_items, most_items);
    const clr_band  band  = clr_band_of(items);
    const clr_team  team  = clr_team_of(band.first, band.items, items);
    const clr_share share = clr_share_of_band(band, (rows + team.teams - 1) / team.teams);
    /* A band's slots, one a team, begin at the number of its first item, and its cells at that
     * item's cells: a band has no more teams than items, and CLR_AGAIN_CELLS counts CLR_NEAR_CELLS for each item
     * (cl/again/team.cl). */
    const clr_again again = {band, team, slots + band.first + team.team, waiting + band.first,
                             cells + band.first * CLR_NEAR_CELLS};

    if (team.item == 0)
        again.slot->first = CLR_ITEM;
    clr_band_meet(memory, band);
    CLR_SET_INPUTS
    CLR_EACH_ARRAY(CLR_SET_ARRAY)
    for (ulong tile = share.first; tile < share.end; tile += share.step) {
        /* A team behind the last row folds nothing, and comes to the barriers of its band. */
        const ulong row    = tile * team.teams + team.team;
        const ulong last   = min(row, rows - 1);
        const ulong number = is_told ? CLR_LISTED(__global const, list)[last] : last;
        clr_span found     = span;

        job.place = first_place;
        clr_find_row(shape, number, &found, &job);
        const bool is_ours = row < rows && found.count <= longest;

        if (row < rows && !is_ours && team.item == 0)
            clr_list_add(longer, longer_most, number);
        if (is_ours)
            clr_note(memory, CLR_TRACE_TURN, number, 1);
        else
            found.count = 0;
        const clr_state state = clr_fold_beside(memory, band, team, found);

        clr_make_again(memory, again, job, found, state, is_ours, rounded);
    }
}
