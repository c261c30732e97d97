/*
 * select_parts - the launches of cl/rank/parts.cl, in their order. The first dimension is the groups
 * that share a result, or one group; the second one is the results.
 */
/* A position in a sample of `count` keys, `away` behind that of the quantile; below 0 or behind the
 * last key there is no such key. */
CLR_FN long clr_sampled(const ulong quantile, const uint count, const int away)
{
    return (long)(as_double(quantile) * (double)count) + away;
}

/* A group's sample of keys, in which it searches the low and the high end of the bracket at a time:
 * bins, sums of bins and the narrowed search of the low end, and behind each that of the high end. */
typedef struct clr_sampling {
    __local clr_key *keys; /* CLR_RANK_SAMPLE */
    __local uint *noted;   /* CLR_SAMPLING_NOTES */
    __local uint *bins;
    __local uint *sums;
    __local clr_search *told;
} clr_sampling;

#define CLR_SAMPLING_COUNT 0 /* keys of the sample */
#define CLR_SAMPLING_LEAST 1 /* upper 32 bits of the smallest one ... */
#define CLR_SAMPLING_MOST  2 /* ... and of the largest */
#define CLR_SAMPLING_NOTES 3

/* Adds an item's keys to the sample. */
CLR_FN void clr_add_sample(const clr_sampling sampling, const clr_keys keys)
{
    uint count = 0, to, least = UINT_MAX, most = 0;

#pragma unroll
    for (uint k = 0; k < CLR_RANK_LOADS; k++) {
        const uint upper = (uint)(keys.at[k] >> (CLR_RANK_KEY_BITS - 32));

        count += keys.is[k];
        least = keys.is[k] ? min(least, upper) : least;
        most  = keys.is[k] ? max(most, upper) : most;
    }
    to = atomic_add(sampling.noted + CLR_SAMPLING_COUNT, count); /* one for all of them */
    atomic_min(sampling.noted + CLR_SAMPLING_LEAST, least);
    atomic_max(sampling.noted + CLR_SAMPLING_MOST, most);
#pragma unroll
    for (uint k = 0; k < CLR_RANK_LOADS; k++) {
        if (keys.is[k])
            sampling.keys[to++] = keys.at[k];
    }
}

/* Reads a sample of the result's keys: one from each of CLR_RANK_SAMPLE stretches, not always at the
 * same place, as data may repeat. */
CLR_FN void clr_sample(const clr_sampling sampling, const clr_span span)
{
    const uint stretch = (uint)max(span.count / CLR_RANK_SAMPLE, 1UL);
    const uint stretches = (uint)min(span.count / stretch, (ulong)CLR_RANK_SAMPLE);

    for (uint first = CLR_ITEM; first < stretches; first += CLR_RANK_TILE) {
        clr_keys keys;

#pragma unroll
        for (uint k = 0; k < CLR_RANK_LOADS; k++) {
            const uint number   = min(first + k * CLR_GROUP_SIZE, stretches - 1);
            const bool is_there = first + k * CLR_GROUP_SIZE < stretches;
            const ulong i = (ulong)number * stretch + mul_hi(number * 2654435761u, stretch);

            keys.is[k] = clr_read_key(span, i, keys.at + k) & is_there;
        }
        clr_add_sample(sampling, keys);
    }
    CLR_GROUP_BARRIER
}

/* A search for a rank among the sample's keys; of a rank that is none of these it is over. */
CLR_FN clr_search clr_search_sample(const clr_sampling sampling, const long rank,
                                    const clr_key otherwise)
{
    const clr_key least    = (clr_key)sampling.noted[CLR_SAMPLING_LEAST] << (CLR_RANK_KEY_BITS - 32);
    const uint apart       = sampling.noted[CLR_SAMPLING_MOST] - sampling.noted[CLR_SAMPLING_LEAST];
    const bool is_sampled  = rank >= 0 && rank < (long)sampling.noted[CLR_SAMPLING_COUNT];
    const clr_range none   = {otherwise, 0};
    const clr_range range  = {least, CLR_RANK_KEY_BITS - (uint)clz(apart)};
    clr_search search      = clr_search_for(is_sampled ? (uint)rank : 0);

    search.range = is_sampled ? range : none;
    return search;
}

/* The next digit of both searches, of which the first item narrows the one and the last item the
 * other, at the same time. */
CLR_FN void clr_find_ends(const clr_sampling sampling, clr_search *low, clr_search *high)
{
    const uint count      = sampling.noted[CLR_SAMPLING_COUNT];
    clr_tally below       = {0, 0}, above = {0, 0};

    clr_blank(sampling.bins, 2 * CLR_RANK_BINS);
    CLR_GROUP_BARRIER
    for (uint i = CLR_ITEM; i < count; i += CLR_GROUP_SIZE) {
        const clr_key key = sampling.keys[i];

        if (clr_is_within(low->range, key))
            below = clr_tally_key(sampling.bins, below, *low, key);
        if (clr_is_within(high->range, key))
            above = clr_tally_key(sampling.bins + CLR_RANK_BINS, above, *high, key);
    }
    clr_tally_end(sampling.bins, below);
    clr_tally_end(sampling.bins + CLR_RANK_BINS, above);
    CLR_GROUP_BARRIER
    clr_sum_blocks(sampling.bins, sampling.sums);
    clr_sum_blocks(sampling.bins + CLR_RANK_BINS, sampling.sums + CLR_RANK_BLOCKS);
    CLR_GROUP_BARRIER
    if (CLR_ITEM == 0)
        sampling.told[0] =
            low->range.bits ? clr_narrow(sampling.bins, sampling.sums, *low) : *low;
    if (CLR_ITEM == CLR_GROUP_SIZE - 1)
        sampling.told[1] = high->range.bits ? clr_narrow(sampling.bins + CLR_RANK_BINS,
                                                         sampling.sums + CLR_RANK_BLOCKS, *high)
                                            : *high;
    CLR_GROUP_BARRIER
    *low  = sampling.told[0];
    *high = sampling.told[1];
}

/* Brackets the rank by a sample. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_select_begin(CLR_INPUT_PARAMETERS CLR_SHAPE_PARAMETERS CLR_PARTS_PARAMETERS,
                      const ulong quantile)
{
    __local clr_key    sample[CLR_RANK_SAMPLE];
    __local uint       noted[CLR_SAMPLING_NOTES];
    __local uint       bins[2 * CLR_RANK_BINS];
    __local uint       sums[2 * CLR_RANK_BLOCKS];
    __local clr_search told[2];
    const clr_sampling sampling = {sample, noted, bins, sums, told};
    clr_search low, high;
    int margin;
    CLR_FIND_ROW

    if (CLR_ITEM == 0) {
        noted[CLR_SAMPLING_COUNT] = 0;
        noted[CLR_SAMPLING_LEAST] = UINT_MAX;
        noted[CLR_SAMPLING_MOST]  = 0;
    }
    CLR_GROUP_BARRIER
    clr_sample(sampling, span);
    /* four standard deviations of how many of the sample's keys lie below the quantile: of 16,000
     * samples one misses it */
    margin = (int)(2.0f * sqrt((float)noted[CLR_SAMPLING_COUNT])) + 1;
    low    = clr_search_sample(
        sampling, clr_sampled(quantile, noted[CLR_SAMPLING_COUNT], -margin), 0);
    high = clr_search_sample(sampling, clr_sampled(quantile, noted[CLR_SAMPLING_COUNT], margin),
                             ~(clr_key)0);
    while (low.range.bits || high.range.bits) {
        clr_find_ends(sampling, &low, &high);
    }
    for (uint bin = CLR_ITEM; bin < CLR_RANK_BINS; bin += CLR_GROUP_SIZE) {
        histograms[CLR_RESULT * CLR_RANK_BINS + bin] = 0;
    }
    if (CLR_ITEM == 0) {
        __global clr_progress *its = progress + CLR_RESULT;

        its->low    = low.range.base;
        its->high   = high.range.base;
        its->status = job.status;
        its->is_there = is_there;
        its->place  = job.place;
    }
}

/* A bracket, and where the group keeps keys between its ends. */
typedef struct clr_bracket {
    clr_key low, high;
    __global clr_key *keeps;
    uint most;
    __local uint *kept;
} clr_bracket;

/* What an item counts of keys by the ends of the bracket: each a comparison and an addition a key,
 * whatever the data. */
typedef struct clr_beside {
    uint there;
    uint below, to_low, below_high, to_high; /* less than an end, or no more */
    clr_key largest;
} clr_beside;

/* Keeps keys of a tile that lie between the ends: `between` has a bit for each. They are read again,
 * from a cache, as few of a tile are kept, and registers have no numbers. */
CLR_FN void clr_keep_keys(const clr_bracket bracket, const clr_span span, const ulong i,
                          uint between)
{
    uint to = atomic_add(bracket.kept, popcount(between)); /* one for all of the item's keys */

    while (between) {
        const uint k = 31 - clz(between);
        clr_key key;

        clr_read_key(span, i + k * CLR_GROUP_SIZE, &key);
        if (to < bracket.most)
            bracket.keeps[to] = key;
        to++;
        between ^= 1u << k;
    }
}

/* Counts the keys of the tile at element i by the bracket, and keeps those within it. Elements that
 * are not there have key 0 meanwhile, so that no comparison needs another one; clr_select_keep() takes
 * them off. */
CLR_FN clr_beside clr_count_tile(const clr_bracket bracket, clr_beside mine, const clr_span span,
                                 const ulong i, const clr_keys keys)
{
    uint between = 0;

#pragma unroll
    for (uint k = 0; k < CLR_RANK_LOADS; k++) {
        const clr_key key     = keys.is[k] ? keys.at[k] : 0;
        const bool    is_to   = key <= bracket.low;
        const bool    is_less = key < bracket.high;

        mine.there += keys.is[k];
        mine.below += key < bracket.low;
        mine.to_low += is_to;
        mine.below_high += is_less;
        mine.to_high += key <= bracket.high;
        mine.largest = max(mine.largest, key);
        between |= (uint)(is_less && !is_to) << k;
    }
    if (between)
        clr_keep_keys(bracket, span, i, between);
    return mine;
}

/* Counts all keys by the bracket, and keeps those between its ends. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_select_keep(CLR_INPUT_PARAMETERS CLR_SHAPE_PARAMETERS CLR_PARTS_PARAMETERS)
{
    __local uint noted[CLR_COUNTED];
    __global const clr_progress *its = progress + CLR_RESULT;
    __global clr_key *keeps = CLR_OWN_KEYS;
    const clr_bracket bracket = {its->low, its->high, keeps, CLR_OWN_ROOM(get_num_groups(0)),
                                 noted + 5};
    const ulong stride = (ulong)get_num_groups(0) * CLR_RANK_TILE;
    ulong i            = (ulong)get_group_id(0) * CLR_RANK_TILE + CLR_ITEM;
    clr_beside mine    = {0, 0, 0, 0, 0, 0};
    uint read          = 0;
    CLR_FIND_ROW

    clr_blank(noted, CLR_COUNTED);
    CLR_GROUP_BARRIER
    for (; clr_are_there(span, i, CLR_GROUP_SIZE); i += stride) {
        mine = clr_count_tile(bracket, mine, span, i,
                              clr_read_all_keys(span, i, CLR_GROUP_SIZE));
        read += CLR_RANK_LOADS;
    }
    if (i < span.count) {
        mine = clr_count_tile(bracket, mine, span, i, clr_read_keys(span, i, CLR_GROUP_SIZE));
        read += CLR_RANK_LOADS;
    }
    /* elements that are not there were counted as keys of 0: an end of the bracket, or below it */
    const uint absent = read - mine.there;
    mine.below -= bracket.low ? absent : 0;
    atomic_add(noted, mine.there);
    atomic_add(noted + 1, CLR_RANK_HAS_NANS && mine.largest == CLR_NAN_KEY);
    atomic_add(noted + 2, mine.below);
    atomic_add(noted + 3, mine.to_low - mine.below - absent);
    atomic_add(noted + 4, mine.to_high - mine.below_high);
    CLR_GROUP_BARRIER
    if (CLR_ITEM == 0) {
        const clr_counted all = {noted[0], noted[1], noted[2], noted[3], noted[4], noted[5]};

        counted[CLR_GROUP_NUMBER] = all;
    }
}

/* Ends the search with a key of which `upto` keys are no larger. */
CLR_FN void clr_end_search(__global clr_progress *its, const clr_key key, const uint rank,
                           const uint upto)
{
    its->from = CLR_FOUND;
    its->key = its->next = key;
    if (as_double(its->part) != 0.0 && rank + 1 >= upto)
        its->wants = CLR_NEXT_ABOVE;
}

/* Keys from `low` to `high`, and some beyond. */
CLR_FN clr_range clr_range_between(const clr_key low, const clr_key high)
{
    const clr_key   apart = high - low;
    const clr_range range = {low, apart ? CLR_RANK_KEY_BITS - (uint)clz(apart) : 0};

    return range;
}

/* Says where the rank lies: at an end of the bracket, between both, or elsewhere. */
CLR_FN void clr_settle_rank(__global clr_progress *its, const clr_counted all, const bool has_room,
                            const ulong quantile, const uint method)
{
    const clr_position position = clr_position_of(quantile, all.there, method);
    const uint rank    = (uint)position.before;
    const uint to_low  = all.below + all.low;
    const uint to_kept = to_low + all.kept;
    const uint to_high = its->high > its->low ? to_kept + all.high : to_kept;

    its->part  = as_ulong(position.part);
    its->from  = CLR_FROM_ALL;
    its->search = clr_search_for(rank);
    if (rank < all.below || rank >= to_high)
        return;
    if (rank < to_low) {
        clr_end_search(its, its->low, rank, to_low);
    } else if (rank >= to_kept) {
        clr_end_search(its, its->high, rank, to_high);
    } else if (has_room) {
        its->from         = CLR_FROM_KEPT;
        its->search.rank  = rank - to_low;
        its->search.range = clr_range_between(its->low, its->high);
    }
}

/* Adds up what groups have counted, and settles where the search goes on. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_select_settle(CLR_PARTS_PARAMETERS, const uint groups, const ulong quantile,
                       const uint method)
{
    __local uint noted[CLR_COUNTED + 1];
    __global clr_progress *its = progress + CLR_RESULT;

    clr_blank(noted, CLR_COUNTED + 1);
    CLR_GROUP_BARRIER
    for (uint group = CLR_ITEM; group < groups; group += CLR_GROUP_SIZE) {
        const clr_counted its_own = counted[CLR_RESULT * groups + group];

        atomic_add(noted, its_own.there);
        atomic_add(noted + 1, its_own.nans);
        atomic_add(noted + 2, its_own.below);
        atomic_add(noted + 3, its_own.low);
        atomic_add(noted + 4, its_own.high);
        atomic_add(noted + 5, its_own.kept);
        if (its_own.kept > CLR_OWN_ROOM(groups))
            atomic_inc(noted + CLR_COUNTED);
    }
    CLR_GROUP_BARRIER
    if (CLR_ITEM == 0) {
        const clr_counted all = {noted[0], noted[1], noted[2], noted[3], noted[4], noted[5]};

        its->count   = all.there;
        its->has_nan = all.nans != 0;
        its->wants   = CLR_NEXT_KNOWN;
        its->part    = 0;
        its->key = its->next = 0;
        its->from    = CLR_FOUND;
        if (all.there && !all.nans)
            clr_settle_rank(its, all, noted[CLR_COUNTED] == 0, quantile, method);
    }
}

/* Keys i, i + a group, and so on, of `count` that are kept. */
CLR_FN clr_keys clr_kept_keys(__global const clr_key *keeps, const uint i, const uint count)
{
    clr_keys keys;

#pragma unroll
    for (uint k = 0; k < CLR_RANK_LOADS; k++) {
        const uint at = i + k * CLR_GROUP_SIZE;

        keys.is[k] = at < count;
        keys.at[k] = keeps[keys.is[k] ? at : count - 1];
    }
    return keys;
}

/* Adds the group's keys of the search's range to the result's histogram, by their next digit. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_select_count(CLR_INPUT_PARAMETERS CLR_SHAPE_PARAMETERS CLR_PARTS_PARAMETERS)
{
    __local uint bins[CLR_RANK_BINS];
    __global const clr_progress *its  = progress + CLR_RESULT;
    __global const clr_key *keeps     = CLR_OWN_KEYS;
    __global uint *histogram          = histograms + CLR_RESULT * CLR_RANK_BINS;
    const uint from         = its->from;
    const clr_search search = its->search;
    clr_tally tally         = {0, 0};
    CLR_FIND_ROW
    const bool goes_on = from != CLR_FOUND && search.range.bits;
    const uint own     = goes_on && from == CLR_FROM_KEPT ? counted[CLR_GROUP_NUMBER].kept : 0;
    const ulong end    = goes_on && from == CLR_FROM_ALL ? span.count : 0;

    clr_blank(bins, CLR_RANK_BINS);
    CLR_GROUP_BARRIER
    for (uint i = CLR_ITEM; i < own; i += CLR_RANK_TILE) {
        tally = clr_tally_keys(bins, tally, search, clr_kept_keys(keeps, i, own));
    }
    for (ulong i = get_global_id(0); i < end; i += CLR_RANK_LOADS * get_global_size(0)) {
        tally = clr_tally_keys(bins, tally, search, clr_read_keys(span, i, get_global_size(0)));
    }
    clr_tally_end(bins, tally);
    CLR_GROUP_BARRIER
    for (uint bin = CLR_ITEM; bin < CLR_RANK_BINS && goes_on; bin += CLR_GROUP_SIZE) {
        if (bins[bin])
            atomic_add(histogram + bin, bins[bin]);
    }
}

/* Ends a search that has come to one key. */
CLR_FN void clr_end_narrow(__global clr_progress *its)
{
    const clr_search search = its->search;

    its->key = its->next = search.range.base;
    if (as_double(its->part) == 0.0 || search.rank + 1 < search.count)
        return;
    if (search.is_above && search.above.bits == 0)
        its->next = search.above.base;
    else
        its->wants = search.is_above ? CLR_NEXT_IN_RANGE : CLR_NEXT_ABOVE;
}

/* Narrows the search by the histogram, and blanks that. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_select_pick(CLR_PARTS_PARAMETERS)
{
    __local uint bins[CLR_RANK_BINS];
    __local uint sums[CLR_RANK_BLOCKS];
    __global clr_progress *its = progress + CLR_RESULT;
    __global uint *histogram   = histograms + CLR_RESULT * CLR_RANK_BINS;

    for (uint bin = CLR_ITEM; bin < CLR_RANK_BINS; bin += CLR_GROUP_SIZE) {
        bins[bin]      = histogram[bin];
        histogram[bin] = 0;
    }
    CLR_GROUP_BARRIER
    clr_sum_blocks(bins, sums);
    CLR_GROUP_BARRIER
    if (CLR_ITEM == 0 && its->from != CLR_FOUND && its->search.range.bits) {
        its->search = clr_narrow(bins, sums, its->search);
        if (its->search.range.bits == 0)
            clr_end_narrow(its);
    }
}

/* The least of the group's keys behind the one found, if that is still wanted. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_select_next(CLR_INPUT_PARAMETERS CLR_SHAPE_PARAMETERS CLR_PARTS_PARAMETERS)
{
    __local clr_key least[CLR_GROUP_SIZE];
    __global const clr_progress *its = progress + CLR_RESULT;
    __global const clr_key *keeps    = CLR_OWN_KEYS;
    const bool is_above   = its->wants == CLR_NEXT_ABOVE;
    const bool are_kept   = !is_above && its->from == CLR_FROM_KEPT;
    const clr_range range = its->search.above;
    const clr_key found   = its->key;
    clr_key mine          = ~(clr_key)0;
    CLR_FIND_ROW
    const bool is_wanted = its->wants != CLR_NEXT_KNOWN;
    const uint own       = is_wanted && are_kept ? counted[CLR_GROUP_NUMBER].kept : 0;
    const ulong end      = is_wanted && !are_kept ? span.count : 0;

    for (uint i = CLR_ITEM; i < own; i += CLR_GROUP_SIZE) {
        if (keeps[i] > found && clr_is_within(range, keeps[i]))
            mine = min(mine, keeps[i]);
    }
    for (ulong i = get_global_id(0); i < end; i += get_global_size(0)) {
        clr_key key;

        if (clr_read_key(span, i, &key) && key > found && (is_above || clr_is_within(range, key)))
            mine = min(mine, key);
    }
    mine = clr_group_least(least, mine);
    if (CLR_ITEM == 0)
        leasts[CLR_RESULT * get_num_groups(0) + get_group_id(0)] = mine;
}

/* Delivers the value. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_select_give(CLR_PARTS_PARAMETERS, CLR_RANKED_PARAMETERS const uint groups)
{
    __local clr_key least[CLR_GROUP_SIZE];
    const clr_output output = CLR_RANKED_OUTPUT;
    __global const clr_progress *its = progress + CLR_RESULT;
    clr_key mine = ~(clr_key)0;

    for (uint group = CLR_ITEM; group < groups; group += CLR_GROUP_SIZE) {
        mine = min(mine, leasts[CLR_RESULT * groups + group]);
    }
    mine = clr_group_least(least, mine);
    if (CLR_ITEM == 0 && its->is_there) {
        const clr_job    job    = {0, its->place, its->status};
        const clr_ranked ranked = {its->key,
                                   its->wants == CLR_NEXT_KNOWN ? its->next : mine,
                                   as_double(its->part), its->count, its->has_nan != 0};

        clr_deliver_ranked(output, job, ranked);
    }
}
