/*
 * rows_claimed - groups claim results of a list by its counter, as the results may differ much in
 * length. The group that makes a result does not affect it. One item claims the next result before
 * the group's work, and tells the others after it. There is one claim for each result; the last one
 * resets the counter.
 */
#define CLR_CLAIM_CELLS                                                                            \
    __local ulong claimed[2]; /* in turn: overwritten only when all items have read it */         \
    uint  claim = 0;                                                                               \
    ulong next;
#define CLR_ASK_ROW(share, row, list) next = clr_ask_row(share, row, list);
#define CLR_TELL_ROW                                                                               \
    if (clr_speaks())                                                                              \
        claimed[claim] = next;
#define CLR_NEXT_ROW(share, row) clr_row_in(claimed, &claim)

CLR_FN ulong clr_ask_row(const clr_share share, const ulong row, volatile __global clr_list *list)
{
    ulong next = row + share.step;

    if (list && clr_speaks() && get_num_groups(0) == 1 && share.end <= INT_MAX) {
        const uint asked = atomic_inc(&list->next);

        if (asked == (uint)share.end - 1)
            atomic_xchg(&list->next, 0);
        next = get_num_groups(1) + (ulong)asked;
    }
    return next;
}

CLR_FN ulong clr_row_in(__local const ulong *claimed, uint *claim)
{
    const ulong row = claimed[*claim];

    *claim ^= 1;
    return row;
}
