/*
 * list - the numbers of results that are left to others, behind how many they are: those that items
 * or teams were not sure of, or that are too long for a team. If they are more than there are places
 * for, that is all that is right of it. Lists are empty between runs: of the launch that is the last
 * to read one, the last group to ask how many there are leaves it so. The numbers stay there.
 */
typedef struct clr_list {
    uint count;
    uint asked; /* groups of the last launch that know how many */
    uint next;  /* results that groups have asked for (cl/share/rows_claimed.cl) */
    uint pad;
} clr_list;

#define CLR_LISTED(space, list) ((space ulong *)((list) + 1))

/*
 * How many are on a list, if there is one; of each group one item asks. No group's atomic on `asked`
 * can come before its count is known, so that nobody finds the list emptied too early. One that is
 * empty is left alone.
 */
CLR_FN uint clr_list_count(volatile __global clr_list *list, const bool is_last_launch)
{
    const uint groups = get_num_groups(0) * get_num_groups(1);
    const uint count  = list ? atomic_or(&list->count, 0u) : 0;

    if (count > 0 && is_last_launch && atomic_inc(&list->asked) == groups - 1) {
        atomic_xchg(&list->asked, 0);
        atomic_xchg(&list->count, 0);
    }
    return count;
}

/* Of so many results on a list, number `first` and those behind it, at most `most`: how many. */
CLR_FN ulong clr_listed_there(const uint count, const ulong first, const ulong most)
{
    return count > first ? min(count - first, most) : 0;
}

/*
 * Puts a result on the list; false if there is no place. The count is not to wrap however many they
 * are: far beyond the places of the list it goes back to just beyond.
 */
CLR_FN bool clr_list_add(volatile __global clr_list *list, const uint most, const ulong row)
{
    const uint place = atomic_inc(&list->count);

    if (place < most)
        CLR_LISTED(volatile __global, list)[place] = row;
    else if (place >> 31)
        atomic_xchg(&list->count, most + 1);
    return place < most;
}
