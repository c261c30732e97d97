/*
 * reduce_teams - many results of contiguous elements, too short for a group each: items form teams,
 * neighbours whose number is a power of two, and a team folds CLR_ABREAST results at a time.
 * Results are dealt so that neighbouring teams read neighbouring memory. The teams of a band wait
 * for the one with the longest results. With a list `only`, the results are the listed ones, or all
 * if the list overflowed.
 *
 * A result's length may be known here alone. One of more than `longest` elements, which is less
 * than 2^32, would keep its team while the others have ended: it goes on the list for larger teams
 * or groups; one of more than `giant` elements on the list for several groups each, while that has
 * room.
 */

/* Folds each team's states into its first item's cell. (With the barrier first in the loop PoCL 3.1
 * fails an assertion.) */
CLR_FN void clr_fold_teams(const clr_memory memory, const clr_band band, const clr_team team)
{
    for (uint stride = team.items / 2; stride > 0; stride /= 2) {
        if (team.item < stride) {
#pragma unroll
            for (uint r = 0; r < CLR_ABREAST; r++) {
                const uint cell = clr_cell_of(r);

                clr_put(memory, cell,
                        clr_merge(memory, clr_get(memory, cell), clr_get(memory, cell + stride)));
            }
        }
        clr_band_meet(memory, band);
    }
}

/* The numbers of this team's results, from the launch's `first` on; behind the last of `rows` the
 * last is repeated. */
CLR_FN void clr_number_abreast(const clr_team team, const ulong first, const ulong rows,
                               __global const clr_list *only, ulong *numbers)
{
#pragma unroll
    for (uint r = 0; r < CLR_ABREAST; r++) {
        numbers[r] = min(first + r * team.teams, rows - 1);
    }
    if (only) {
#pragma unroll
        for (uint r = 0; r < CLR_ABREAST; r++) {
            numbers[r] = CLR_LISTED(__global const, only)[numbers[r]];
        }
    }
}

__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_reduce_teams(CLR_TEAMS_PARAMETERS CLR_MEMORY_PARAMETER)
{
    __local clr_state scratch[CLR_ABREAST * CLR_GROUP_SIZE];
    __local uint listed;
    const clr_memory memory = clr_memory_of(CLR_MEMORY);
    const clr_band  band  = clr_band_of(items);
    const clr_team  team  = clr_team_of(band.first, band.items, items);
    const ulong     batch = (ulong)team.teams * CLR_ABREAST;
    clr_span span;
    clr_job  job;
    CLR_MAKE_SHAPE

    if (CLR_ITEM == 0)
        listed = clr_list_count(only, true);
    clr_meet(memory);
    const bool      is_told = only && listed <= only_most;
    const ulong     rows  = is_told ? listed : clr_rows_there(shape, 0, all);
    const clr_share share = clr_share_of_band(band, (rows + batch - 1) >> (63 - clz(batch)));

    CLR_SET_INPUTS
    CLR_EACH_ARRAY(CLR_SET_ARRAY)
    for (ulong tile = share.first; tile < share.end; tile += share.step) {
        const ulong     first = tile * batch + team.team;
        ulong           numbers[CLR_ABREAST];
        clr_bounds      bounds[CLR_ABREAST];
        clr_row_vectors found_rows[CLR_ABREAST];
        clr_state       states[CLR_ABREAST];

        clr_number_abreast(team, first, rows, is_told ? only : 0, numbers);
#pragma unroll
        for (uint r = 0; r < CLR_ABREAST; r++) {
            bounds[r] = clr_bounds_of(shape, numbers[r]);
        }
#pragma unroll
        for (uint r = 0; r < CLR_ABREAST; r++) {
            clr_span found = span;

            job.place = first_place;
            clr_find_within(shape, numbers[r], bounds[r], &found, &job);
            if (first + r * team.teams >= rows || found.count > longest)
                found.count = 0;
            else
                clr_note(memory, CLR_TRACE_TURN, numbers[r], 1);
            found_rows[r] = clr_row_vectors_of(found);
        }
        clr_fold_abreast(memory, found_rows, team.item, team.items, states);
#pragma unroll
        for (uint r = 0; r < CLR_ABREAST; r++) {
            clr_put(memory, clr_cell_of(r), states[r]);
        }
        clr_band_meet(memory, band);
        clr_fold_teams(memory, band, team);
        /* The loop ends before repeated results: with a condition inside, PoCL 3.1 has delivered
         * them for two reductions in groups of 256, a sum and the index of a maximum. */
        for (uint r = team.item; r < CLR_ABREAST && first + r * team.teams < rows; r += team.items) {
            const ulong row    = first + r * team.teams;
            const ulong number = is_told ? CLR_LISTED(__global const, only)[row] : row;
            clr_span    found  = span;

            job.place = first_place;
            clr_find_row(shape, number, &found, &job);
            if (!clr_is_postponed(number, found.count, longest, giant, list, list_most, giants,
                                  giants_most))
                clr_settle(memory, job, clr_get(memory, clr_cell_of(r) - team.item),
                           number CLR_LIST_ARGUMENTS);
        }
        clr_band_meet(memory, band);
    }
}
