/*
 * list - a counter, and the numbers of results that one kernel leaves to a later one: results that
 * items or teams could not make exactly, or that are too long for a team. If the counter exceeds
 * the list's room, the numbers are useless and the later kernel takes all results.
 *
 * Lists are empty between runs: in the last launch that reads a list, the last group to read the
 * counter clears it. The numbers stay. So a run needs no commands that clear lists, of which there
 * were three (docs/history/2026-11-23-rows-and-segments.md, "Lists").
 */
typedef struct clr_list {
    uint count;
    uint asked; /* groups of the last launch that have read the counter */
    uint next;  /* results claimed by groups (cl/share/rows_claimed.cl) */
    uint pad;
} clr_list;

#define CLR_LISTED(space, list) ((space ulong *)((list) + 1))

/*
 * The counter, or 0 without a list; called by one item a group. A group's atomic on `asked` follows
 * its reading of the counter, so no group finds it cleared too early. An empty list needs no
 * clearing.
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

/* The number of listed results from number `first` on, at most `most`. */
CLR_FN ulong clr_listed_there(const uint count, const ulong first, const ulong most)
{
    return count > first ? min(count - first, most) : 0;
}

/* Puts a result on the list; false if it is full. Far above the list's room the counter is set back
 * to just above it, so that it never wraps. */
CLR_FN bool clr_list_add(volatile __global clr_list *list, const uint most, const ulong row)
{
    const uint place = atomic_inc(&list->count);

    if (place < most)
        CLR_LISTED(volatile __global, list)[place] = row;
    else if (place >> 31)
        atomic_xchg(&list->count, most + 1);
    return place < most;
}
