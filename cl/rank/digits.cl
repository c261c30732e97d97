/*
 * digits - narrows a range of keys to the one key of a rank, digit by digit from the highest on: a
 * histogram in local memory counts how many keys of the range have each digit, and the range
 * becomes that of the digit in which the rank lies. So a rank is found in as many readings of the
 * keys as they have digits, whatever the data (radix selection).
 */
/* What is known of a rank, by all items of a group alike. */
typedef struct clr_search {
    clr_range range;
    uint rank;         /* among the keys of the range */
    uint count;        /* keys of the range, once a digit has been found */
    clr_range above;   /* the next keys behind the range that are there, ... */
    uint is_above;     /* ... if some are known of */
} clr_search;

CLR_FN clr_search clr_search_for(const uint rank)
{
    const clr_search search = {{0, CLR_RANK_KEY_BITS}, rank, 0, {0, 0}, 0};

    return search;
}

CLR_FN uint clr_digit_bits(const clr_search search)
{
    return min(search.range.bits, (uint)CLR_RANK_DIGIT_BITS);
}

/* Neighbouring equal digits of an item, added to their bin at once: of equal keys all items would
 * wait for one bin. */
typedef struct clr_tally {
    uint digit;
    uint count;
} clr_tally;

CLR_FN void clr_tally_end(__local uint *bins, const clr_tally tally)
{
    if (tally.count)
        atomic_add(bins + tally.digit, tally.count);
}

CLR_FN clr_tally clr_tally_key(__local uint *bins, clr_tally tally, const clr_search search,
                               const clr_key key)
{
    const uint digit =
        (uint)((key - search.range.base) >> (search.range.bits - clr_digit_bits(search)));

    if (digit != tally.digit) {
        clr_tally_end(bins, tally);
        tally.digit = digit;
        tally.count = 0;
    }
    tally.count++;
    return tally;
}

/* The same of keys of the range that are there and count. */
CLR_FN clr_tally clr_tally_keys(__local uint *bins, clr_tally tally, const clr_search search,
                                const clr_keys keys)
{
#pragma unroll
    for (uint k = 0; k < CLR_RANK_LOADS; k++) {
        if (keys.is[k] && clr_is_within(search.range, keys.at[k]))
            tally = clr_tally_key(bins, tally, search, keys.at[k]);
    }
    return tally;
}

/* Blanks words of local memory, such as bins. A barrier must follow. */
CLR_FN void clr_blank(__local uint *words, const uint count)
{
    for (uint i = CLR_ITEM; i < count; i += CLR_GROUP_SIZE) {
        words[i] = 0;
    }
}

/* Adds up blocks of bins: block k begins at bin k * CLR_RANK_BLOCK. Items begin with different bins
 * of their blocks, as these lie in the same bank. A barrier must follow. */
CLR_FN void clr_sum_blocks(__local const uint *bins, __local uint *sums)
{
    for (uint block = CLR_ITEM; block < CLR_RANK_BLOCKS; block += CLR_GROUP_SIZE) {
        uint sum = 0;

        for (uint i = 0; i < CLR_RANK_BLOCK; i++) {
            sum += bins[block * CLR_RANK_BLOCK + (block + i) % CLR_RANK_BLOCK];
        }
        sums[block] = sum;
    }
}

/* The first bin from `bin` on that is not empty; CLR_RANK_BINS: there is none. */
CLR_FN uint clr_next_bin(__local const uint *bins, __local const uint *sums, uint bin)
{
    for (; bin % CLR_RANK_BLOCK != 0; bin++) {
        if (bins[bin])
            return bin;
    }
    for (; bin < CLR_RANK_BINS && !sums[bin / CLR_RANK_BLOCK]; bin += CLR_RANK_BLOCK) {
    }
    for (; bin < CLR_RANK_BINS && !bins[bin]; bin++) {
    }
    return bin;
}

/* The part of a range that has `digit`. */
CLR_FN clr_range clr_range_of(const clr_range range, const uint digit, const uint digit_bits)
{
    const uint      bits = range.bits - digit_bits;
    const clr_range part = {range.base + ((clr_key)digit << bits), bits};

    return part;
}

/* Narrows the search to the digit in which its rank lies, by full bins and their sums. One item
 * does so. */
CLR_FN clr_search clr_narrow(__local const uint *bins, __local const uint *sums, clr_search search)
{
    const uint digit_bits = clr_digit_bits(search);
    uint bin = 0, below = 0, next;

    for (; search.rank - below >= sums[bin / CLR_RANK_BLOCK]; bin += CLR_RANK_BLOCK) {
        below += sums[bin / CLR_RANK_BLOCK];
    }
    for (; search.rank - below >= bins[bin]; bin++) {
        below += bins[bin];
    }
    next = clr_next_bin(bins, sums, bin + 1);
    if (next < CLR_RANK_BINS) {
        search.above    = clr_range_of(search.range, next, digit_bits);
        search.is_above = 1;
    }
    search.count = bins[bin];
    search.rank -= below;
    search.range = clr_range_of(search.range, bin, digit_bits);
    return search;
}
