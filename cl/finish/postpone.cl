/*
 * postpone - puts results that are too long for a team or an item on lists (cl/finish/list.cl),
 * where only the device knows lengths: a giant on the giants' list, or, if that is full, with the
 * others on the list for groups. If this list overflows, its reader makes all results.
 *
 * CLR_TEAMS_PARAMETERS are the parameters of clr_reduce_teams(), of which there are four texts: by
 * teams and by single items, each in any order and in the published one. `all` is the number of
 * results, `items` the work-items of a team. Results on the list `only` are made, which has
 * `only_most` places; if it is NULL or overflowed, all are. The others are clr_is_postponed()'s.
 */
#define CLR_TEAMS_PARAMETERS                                                                       \
    CLR_INPUT_PARAMETERS CLR_SHAPE_PARAMETERS CLR_OUTPUT_PARAMETERS                                \
        const ulong all, const uint items, __global clr_list *only, const uint only_most,          \
        const ulong longest, const ulong giant, volatile __global clr_list *list,                  \
        const uint list_most, volatile __global clr_list *giants, const uint giants_most

/* Whether a result of `count` elements was put on a list: one of more than `longest`, and on the
 * giants' list one of more than `giant`. */
CLR_FN bool clr_is_postponed(const ulong row, const ulong count, const ulong longest,
                             const ulong giant, volatile __global clr_list *list,
                             const uint list_most, volatile __global clr_list *giants,
                             const uint giants_most)
{
    if (count <= longest)
        return false;
    if (count > giant) {
        if (clr_list_add(giants, giants_most, row))
            return true;
        atomic_dec(&giants->count); /* or its reader would take the list for overflowed */
    }
    clr_list_add(list, list_most, row);
    return true;
}
