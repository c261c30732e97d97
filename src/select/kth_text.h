/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kth_text - the functions of kth.h for keys of one size. kth.c includes it for each size, and
 * defines KEY, the keys' type, and NAMED(name), a function's name for that size.
 */

/* Sorts few keys: Shell's sort, with Ciura's gaps. */
static void NAMED(sort_few)(KEY *keys, size_t count)
{
    static const size_t gaps[] = {23, 10, 4, 1};

    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (size_t i = gaps[g]; i < count; i++) {
            const KEY key = keys[i];
            size_t at = i;

            for (; at >= gaps[g] && keys[at - gaps[g]] > key; at -= gaps[g])
                keys[at] = keys[at - gaps[g]];
            keys[at] = key;
        }
}

/* Writes the keys at `from` to `to` by one digit; keys of equal digits stay in their order. False:
 * all keys have the same digit, and nothing is written. */
static bool NAMED(sort_digit)(const KEY *from, KEY *to, size_t count, unsigned shift)
{
    size_t places[DIGITS] = {0}, place = 0;

    for (size_t i = 0; i < count; i++)
        places[from[i] >> shift & (DIGITS - 1)]++;
    if (places[from[0] >> shift & (DIGITS - 1)] == count)
        return false;
    for (unsigned digit = 0; digit < DIGITS; digit++) {
        const size_t same = places[digit];

        places[digit] = place;
        place += same;
    }
    for (size_t i = 0; i < count; i++)
        to[places[from[i] >> shift & (DIGITS - 1)]++] = from[i];
    return true;
}

static void NAMED(sort)(KEY *keys, KEY *room, size_t count)
{
    KEY *from = keys, *to = room;

    if (count <= FEW) {
        NAMED(sort_few)(keys, count);
        return;
    }
    for (unsigned shift = 0; shift < 8 * sizeof *keys; shift += DIGIT_BITS)
        if (NAMED(sort_digit)(from, to, count, shift)) {
            KEY *sorted = to;

            to = from;
            from = sorted;
        }
    if (from != keys)
        memcpy(keys, from, count * sizeof *keys);
}

/* The two ends of a bracket. */
#define ENDS NAMED(ends)
typedef struct ENDS {
    KEY low, high;
} ENDS;

/* A bracket of two keys of a random sample: `margin` places before and behind the place that the
 * rank should have in the sample, as far as chance may mislead. */
static ENDS NAMED(bracket_by_sample)(const KEY *keys, size_t count, size_t rank, uint64_t *state)
{
    KEY sample[SAMPLE_MOST], room[SAMPLE_MOST];
    const size_t size = sample_size(count), margin = sample_margin(size);
    const size_t middle = (size_t)((double)rank / (double)count * (double)size);

    for (size_t i = 0; i < size; i++)
        sample[i] = keys[random_below(state, count)];
    NAMED(sort)(sample, room, size);
    return (ENDS){
        sample[middle < margin ? 0 : middle - margin],
        sample[middle + margin >= size ? size - 1 : middle + margin],
    };
}

/* A bracket without samples: both ends are the largest key that is not above the middle of the
 * keys' range, so that the keys on either side have half of the range. The middle itself may be no
 * key, and would not do as `above` in find(). */
static ENDS NAMED(bracket_by_range)(const KEY *keys, size_t count)
{
    KEY least = keys[0], most = keys[0], middle;

    for (size_t i = 1; i < count; i++) {
        least = keys[i] < least ? keys[i] : least;
        most = keys[i] > most ? keys[i] : most;
    }
    middle = least + (most - least) / 2;
    for (size_t i = 0; i < count; i++)
        least = keys[i] > least && keys[i] <= middle ? keys[i] : least;
    return (ENDS){least, least};
}

/* How many keys lie below each end of a bracket, and how many below it or equal to it. */
#define TALLY NAMED(tally)
typedef struct TALLY {
    size_t below_low, up_to_low, below_high, up_to_high;
} TALLY;

/* Counters as wide as keys fill vectors; blocks are so short that none overflows. */
static TALLY NAMED(count_about)(const KEY *keys, size_t count, ENDS ends)
{
    TALLY tally = {0};

    for (size_t from = 0; from < count; from += BLOCK) {
        const size_t end = count - from < BLOCK ? count : from + BLOCK;
        KEY below_low = 0, up_to_low = 0, below_high = 0, up_to_high = 0;

        for (size_t i = from; i < end; i++) {
            below_low += keys[i] < ends.low;
            up_to_low += keys[i] <= ends.low;
            below_high += keys[i] < ends.high;
            up_to_high += keys[i] <= ends.high;
        }
        tally.below_low += (size_t)below_low;
        tally.up_to_low += (size_t)up_to_low;
        tally.below_high += (size_t)below_high;
        tally.up_to_high += (size_t)up_to_high;
    }
    return tally;
}

/* Moves the keys from `least` to `most` to the front, without a branch on data: `key - least` wraps
 * to above `span` for keys below `least`. Returns how many. */
static size_t NAMED(keep_between)(KEY *keys, size_t count, KEY least, KEY most)
{
    const KEY span = most - least;
    size_t kept = 0;

    for (size_t i = 0; i < count; i++) {
        const KEY key = keys[i];

        keys[kept] = key;
        kept += (KEY)(key - least) <= span;
    }
    return kept;
}

/* The least key above `key`; none: `otherwise`. */
static KEY NAMED(least_above)(const KEY *keys, size_t count, KEY key, KEY otherwise)
{
    KEY least = otherwise;

    for (size_t i = 0; i < count; i++)
        least = keys[i] > key && keys[i] < least ? keys[i] : least;
    return least;
}

static clri_kth NAMED(find)(KEY *keys, size_t count, size_t rank)
{
    const KEY largest = (KEY) ~(KEY)0;
    KEY above = largest; /* the next key in order behind those that are kept, if there is one */
    bool has_above = false;
    uint64_t state = count;

    for (int round = 0; count > FEW; round++) {
        const ENDS ends = round < SAMPLES_MOST ? NAMED(bracket_by_sample)(keys, count, rank, &state)
                                               : NAMED(bracket_by_range)(keys, count);
        const TALLY tally = NAMED(count_about)(keys, count, ends);
        const bool is_low = rank >= tally.below_low && rank < tally.up_to_low;
        const bool is_high = !is_low && rank >= tally.below_high && rank < tally.up_to_high;

        if (is_low || is_high) {
            const KEY key = is_low ? ends.low : ends.high;
            const size_t equal_end = is_low ? tally.up_to_low : tally.up_to_high;

            if (rank + 1 < equal_end)
                return (clri_kth){key, key};
            if (equal_end < count)
                return (clri_kth){key, NAMED(least_above)(keys, count, key, largest)};
            return (clri_kth){key, has_above ? above : key};
        }
        /* The keys kept include the rank's, so their bounds neither wrap nor cross. */
        if (rank < tally.below_low) {
            count = NAMED(keep_between)(keys, count, 0, ends.low - 1);
            above = ends.low;
            has_above = true;
        } else if (rank < tally.below_high) {
            count = NAMED(keep_between)(keys, count, ends.low + 1, ends.high - 1);
            rank -= tally.up_to_low;
            above = ends.high;
            has_above = true;
        } else {
            count = NAMED(keep_between)(keys, count, ends.high + 1, largest);
            rank -= tally.up_to_high;
        }
    }
    NAMED(sort_few)(keys, count);
    return (clri_kth){keys[rank], rank + 1 < count ? keys[rank + 1]
                                  : has_above      ? above
                                                   : keys[rank]};
}

#undef ENDS
#undef TALLY
