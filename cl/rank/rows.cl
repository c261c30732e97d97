/*
 * rows - a quantile of one result by one group, of any length: keys that are few are brought to
 * local memory and narrowed there (digits.cl); of many the input is read again for each digit,
 * until the keys left are few.
 */
/* Elements that a group reads at a time. */
#define CLR_RANK_TILE (CLR_RANK_LOADS * CLR_GROUP_SIZE)

/* A group's local memory. */
typedef struct clr_desk {
    __local uint *bins;       /* CLR_RANK_BINS */
    __local uint *sums;       /* CLR_RANK_BLOCKS */
    __local uint *noted;      /* CLR_DESK_NOTES */
    __local clr_key *kept;    /* CLR_RANK_KEPT keys */
    __local clr_key *least;   /* CLR_GROUP_SIZE */
    __local clr_search *told; /* by the item that narrows the search */
} clr_desk;

#define CLR_DESK_KEPT   0 /* keys in `kept` */
#define CLR_DESK_NANS   1 /* not 0: there are NaNs that are not ignored */
#define CLR_DESK_THERE  2 /* elements that count */
#define CLR_DESK_LISTED 3 /* results for the group */
#define CLR_DESK_NOTES  4

/* Blanks the counts of a new result. */
CLR_FN void clr_clear_desk(const clr_desk desk)
{
    CLR_GROUP_BARRIER /* behind reads of the result before */
    clr_blank(desk.noted, CLR_DESK_NOTES);
    CLR_GROUP_BARRIER
}

/* Counts elements that count, and finds NaNs. */
CLR_FN void clr_count_row(const clr_desk desk, const clr_span span)
{
    uint there = 0, nans = 0;

    for (ulong i = CLR_ITEM; i < span.count; i += CLR_RANK_TILE) {
        const clr_keys keys = clr_read_keys(span, i, CLR_GROUP_SIZE);

#pragma unroll
        for (uint k = 0; k < CLR_RANK_LOADS; k++) {
            there += keys.is[k];
            nans |= CLR_RANK_HAS_NANS && keys.is[k] && keys.at[k] == CLR_NAN_KEY;
        }
    }
    atomic_add(desk.noted + CLR_DESK_THERE, there);
    if (nans)
        atomic_or(desk.noted + CLR_DESK_NANS, nans);
    CLR_GROUP_BARRIER
}

/* Brings the keys of a range to local memory, which has room for them. */
CLR_FN void clr_keep_row(const clr_desk desk, const clr_span span, const clr_range range)
{
    for (ulong i = CLR_ITEM; i < span.count; i += CLR_RANK_TILE) {
        const clr_keys keys = clr_read_keys(span, i, CLR_GROUP_SIZE);

#pragma unroll
        for (uint k = 0; k < CLR_RANK_LOADS; k++) {
            if (keys.is[k] && clr_is_within(range, keys.at[k]))
                desk.kept[atomic_inc(desk.noted + CLR_DESK_KEPT)] = keys.at[k];
        }
    }
    CLR_GROUP_BARRIER
}

/* The next digit of the search, of keys in local memory or of the row's. */
CLR_FN clr_search clr_find_digit(const clr_desk desk, const clr_span span, const bool are_kept,
                                 const clr_search search)
{
    const uint few   = are_kept ? desk.noted[CLR_DESK_KEPT] : 0;
    const ulong end  = are_kept ? 0 : span.count;
    clr_tally tally  = {0, 0};

    clr_blank(desk.bins, CLR_RANK_BINS);
    CLR_GROUP_BARRIER
    for (uint i = CLR_ITEM; i < few; i += CLR_GROUP_SIZE) {
        if (clr_is_within(search.range, desk.kept[i]))
            tally = clr_tally_key(desk.bins, tally, search, desk.kept[i]);
    }
    for (ulong i = CLR_ITEM; i < end; i += CLR_RANK_TILE) {
        tally = clr_tally_keys(desk.bins, tally, search, clr_read_keys(span, i, CLR_GROUP_SIZE));
    }
    clr_tally_end(desk.bins, tally);
    CLR_GROUP_BARRIER
    clr_sum_blocks(desk.bins, desk.sums);
    CLR_GROUP_BARRIER
    if (CLR_ITEM == 0)
        *desk.told = clr_narrow(desk.bins, desk.sums, search);
    CLR_GROUP_BARRIER
    return *desk.told;
}

/* The least of the keys that a group's items have; all of them must call it. */
CLR_FN clr_key clr_group_least(__local clr_key *least, const clr_key mine)
{
    least[CLR_ITEM] = mine;
    CLR_GROUP_BARRIER
    for (uint left = CLR_GROUP_SIZE; left > 1; left = (left + 1) / 2) {
        const uint upper = (left + 1) / 2;

        if (CLR_ITEM < left / 2)
            least[CLR_ITEM] = min(least[CLR_ITEM], least[CLR_ITEM + upper]);
        CLR_GROUP_BARRIER
    }
    return least[0];
}

/* The smallest key of a range, which has one. */
CLR_FN clr_key clr_least_of(const clr_desk desk, const clr_span span, const bool are_kept,
                            const clr_range range)
{
    const ulong count = are_kept ? desk.noted[CLR_DESK_KEPT] : span.count;
    clr_key least     = ~(clr_key)0;

    for (ulong i = CLR_ITEM; i < count; i += CLR_GROUP_SIZE) {
        clr_key key = 0;
        bool is_taken = true;

        if (are_kept)
            key = desk.kept[i];
        else
            is_taken = clr_read_key(span, i, &key);
        if (is_taken && clr_is_within(range, key))
            least = min(least, key);
    }
    return clr_group_least(desk.least, least);
}

/* The key behind the one that a search has ended with. */
CLR_FN clr_key clr_next_key(const clr_desk desk, const clr_span span, const bool are_all_kept,
                            const clr_search search)
{
    if (search.rank + 1 < search.count || !search.is_above)
        return search.range.base;
    return search.above.bits ? clr_least_of(desk, span, are_all_kept, search.above)
                             : search.above.base;
}

CLR_FN clr_ranked clr_rank_row(const clr_desk desk, const clr_span span, const ulong quantile,
                               const uint method)
{
    const bool are_all_kept = span.count <= CLR_RANK_KEPT;
    clr_ranked ranked       = {0, 0, 0.0, 0, false};
    bool are_kept           = are_all_kept;
    clr_search search       = clr_search_for(0);
    clr_position position;

    clr_clear_desk(desk);
    clr_count_row(desk, span);
    ranked.count   = desk.noted[CLR_DESK_THERE];
    ranked.has_nan = desk.noted[CLR_DESK_NANS] != 0;
    if (ranked.count == 0 || ranked.has_nan)
        return ranked;
    if (are_all_kept)
        clr_keep_row(desk, span, search.range);
    position    = clr_position_of(quantile, ranked.count, method);
    search.rank = (uint)position.before;
    while (search.range.bits) {
        search = clr_find_digit(desk, span, are_kept, search);
        if (!are_kept && search.range.bits && search.count <= CLR_RANK_KEPT) {
            clr_keep_row(desk, span, search.range);
            are_kept = true;
        }
    }
    ranked.key  = search.range.base;
    ranked.part = position.part;
    ranked.next =
        position.part != 0.0 ? clr_next_key(desk, span, are_all_kept, search) : ranked.key;
    return ranked;
}
