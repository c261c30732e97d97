/*
 * list - the numbers of results that are left to others, behind how many they are: those that items
 * or teams were not sure of, or that are too long for a team. If they are more than there are places
 * for, that is all that is right of it. Lists are empty between runs: the launch that is the last to
 * read one leaves it so.
 */
/*
 * provides: clr_list CLR_LISTED clr_list_count clr_listed_there clr_list_add clr_list_leave
 */
typedef struct clr_list {
    uint count;
    uint left; /* groups that are done with it */
} clr_list;

#define CLR_LISTED(space, list) ((space ulong *)((list) + 1))

/* How many are on a list, if there is one. One item of a group asks, and by an atomic, as another
 * group may empty the list as soon as this one is done with it. */
CLR_FN uint clr_list_count(volatile __global clr_list *list)
{
    return list ? atomic_or(&list->count, 0u) : 0;
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

/* A group's last word, of one item: all others have read what they need. When all groups are done
 * with the list it is empty. */
CLR_FN void clr_list_leave(volatile __global clr_list *list)
{
    if (atomic_inc(&list->left) == get_num_groups(0) * get_num_groups(1) - 1) {
        atomic_xchg(&list->count, 0);
        atomic_xchg(&list->left, 0);
    }
}
