/* reduce_alone - cl/reduce_teams.cl for groups of one item, on a CPU: the item is a team, without
 * barriers and local memory, and takes results one after the other. With a list `only` it makes the
 * listed results; all of them if the list overflowed, that is, has counted more than `only_most`.
 * Results of more than `longest` elements it puts on other lists, for larger kernels. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_reduce_teams(CLR_TEAMS_PARAMETERS CLR_MEMORY_PARAMETER)
{
    __local clr_state *scratch = 0; /* an item alone shares nothing */
    const clr_memory memory = clr_memory_of(CLR_MEMORY);
    const uint       listed = clr_list_count(only, true);
    clr_span span;
    clr_job  job;
    CLR_MAKE_SHAPE
    const bool      is_told = only && listed <= only_most;
    const ulong     rows    = is_told ? listed : clr_rows_there(shape, 0, all);
    const clr_share share   = clr_share_of_group(rows);

    CLR_SET_INPUTS
    CLR_EACH_ARRAY(CLR_SET_ARRAY)
    const clr_span behind = clr_ends_of(shape, span, all);

    for (ulong row = share.first; row < share.end; row += share.step) {
        const ulong number = is_told ? CLR_LISTED(__global const, only)[row] : row;
        clr_span    found  = span;

        job.place = first_place;
        clr_find_row(shape, number, &found, &job);
        if (clr_is_postponed(number, found.count, longest, giant, list, list_most, giants,
                             giants_most))
            continue;
        clr_note(memory, CLR_TRACE_TURN, number, 1);
        found.aligned = found.alike = false;
        clr_make_alone(memory, found, behind, job, number CLR_LIST_ARGUMENTS);
    }
}
