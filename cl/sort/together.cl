/*
 * together - a group goes over its stretch of labels tile by tile. A tile is sorted in local memory, a
 * few bits at a time: each item counts the digits of neighbouring keys in counters of its own, and
 * the sum of all counters before one is where its first key goes. Then the keys of a digit are
 * neighbours, and go to memory as such, behind those that the group has put there before.
 */
/*
 * needs:    CLR_ITEM_LABELS CLR_GROUP_SIZE CLR_DIGITS_MOST CLR_PART_DIGITS clr_unsorted CLR_ITEM
 *           CLR_GROUP_BARRIER clr_digit clr_key_at clr_sum_before clr_sorted clr_number_at
 *           CLR_PART_BITS
 * provides: CLR_TILE_LABELS CLR_DIGITS_PLACE CLR_PLACE_PLACE clr_sorting CLR_DIGITS_ARGUMENT
 *           CLR_PLACE_ARGUMENTS CLR_EACH_LABEL clr_count_stretch clr_begin_stretch clr_deal
 *           clr_exchange clr_sum_counters clr_sort_part clr_store_tile clr_place_stretch
 */
#define CLR_TILE_LABELS (CLR_ITEM_LABELS * CLR_GROUP_SIZE)
#define CLR_DIGITS_PLACE __local uint own[CLR_DIGITS_MOST];
#define CLR_PLACE_PLACE                                                                            \
    __local ulong  sums[2 * CLR_GROUP_SIZE];                                                       \
    __local uint   tile[CLR_TILE_LABELS];                                                          \
    __local ushort counters[CLR_PART_DIGITS * CLR_GROUP_SIZE];                                     \
    __local uint   next[CLR_DIGITS_MOST];                                                          \
    __local uint   starts[CLR_DIGITS_MOST];                                                        \
    const clr_sorting sorting = {sums, tile, counters, next, starts};
#define CLR_DIGITS_ARGUMENT own,
#define CLR_PLACE_ARGUMENTS sorting,
#define CLR_EACH_LABEL      for (uint k = 0; k < CLR_ITEM_LABELS; k++)

typedef struct clr_sorting {
    __local ulong  *sums;
    __local uint   *tile;
    __local ushort *counters; /* of each item, those of a digit side by side */
    __local uint   *next;     /* where the next key of a digit goes in memory */
    __local uint   *starts;   /* where the digit's keys are in the tile */
} clr_sorting;

/* How many keys of the stretch have each digit. Neighbours are often alike, and counted together. */
CLR_FN void clr_count_stretch(__local uint *own, const clr_unsorted unsorted, const uint begin,
                              const uint end, __global uint *counts, const uint apart)
{
    const uint digits = 1u << unsorted.bits;
    uint last = 0;
    uint met  = 0;

    for (uint d = CLR_ITEM; d < digits; d += CLR_GROUP_SIZE)
        own[d] = 0;
    CLR_GROUP_BARRIER
    for (ulong i = (ulong)begin + CLR_ITEM; i < end; i += CLR_GROUP_SIZE) {
        const uint digit = clr_digit(clr_key_at(unsorted, (uint)i), unsorted.shift, unsorted.bits);

        if (digit != last && met) {
            atomic_add(&own[last], met);
            met = 0;
        }
        last = digit;
        met++;
    }
    if (met)
        atomic_add(&own[last], met);
    CLR_GROUP_BARRIER
    for (uint d = CLR_ITEM; d < digits; d += CLR_GROUP_SIZE)
        counts[(ulong)d * apart] = own[d];
}

/* Where each digit's first key of the stretch goes. */
CLR_FN void clr_begin_stretch(const clr_sorting sorting, const uint digits,
                              __global const uint *counts, const uint apart,
                              __global const uint *totals)
{
    const uint share = (digits + CLR_GROUP_SIZE - 1) / CLR_GROUP_SIZE;
    const uint first = min(CLR_ITEM * share, digits);
    const uint end   = min(first + share, digits);
    ulong own = 0;
    ulong all, before;

    for (uint d = first; d < end; d++)
        own += totals[d];
    before = clr_sum_before(sorting.sums, CLR_GROUP_SIZE, own, &all);
    for (uint d = first; d < end; d++) {
        sorting.next[d] = (uint)before + counts[(ulong)d * apart];
        before += totals[d];
    }
    CLR_GROUP_BARRIER
}

/* Items that had every so-manyth of the tile have neighbours. */
CLR_FN void clr_deal(const clr_sorting sorting, uint *values)
{
    CLR_EACH_LABEL
        sorting.tile[k * CLR_GROUP_SIZE + CLR_ITEM] = values[k];
    CLR_GROUP_BARRIER
    CLR_EACH_LABEL
        values[k] = sorting.tile[CLR_ITEM * CLR_ITEM_LABELS + k];
    CLR_GROUP_BARRIER
}

/* Those that were neighbours go to their places, and items have those that are neighbours there. */
CLR_FN void clr_exchange(const clr_sorting sorting, uint *values, const uint *places)
{
    CLR_EACH_LABEL
        sorting.tile[places[k]] = values[k];
    CLR_GROUP_BARRIER
    CLR_EACH_LABEL
        values[k] = sorting.tile[CLR_ITEM * CLR_ITEM_LABELS + k];
    CLR_GROUP_BARRIER
}

/* In place of each counter: what those before it come to. */
CLR_FN void clr_sum_counters(const clr_sorting sorting)
{
    __local ushort *own = sorting.counters + CLR_ITEM * CLR_PART_DIGITS;
    uint count = 0;
    ulong all;
    uint before;

    for (uint d = 0; d < CLR_PART_DIGITS; d++)
        count += own[d];
    before = (uint)clr_sum_before(sorting.sums, CLR_GROUP_SIZE, count, &all);
    for (uint d = 0; d < CLR_PART_DIGITS; d++) {
        const uint counted = own[d];

        own[d] = (ushort)before;
        before += counted;
    }
    CLR_GROUP_BARRIER
}

/* Sorts a tile by some of the pass's bits. */
CLR_FN void clr_sort_part(const clr_sorting sorting, uint *keys, uint *numbers, const uint shift,
                          const uint bits)
{
    uint places[CLR_ITEM_LABELS];

    for (uint d = 0; d < CLR_PART_DIGITS; d++)
        sorting.counters[d * CLR_GROUP_SIZE + CLR_ITEM] = 0;
    CLR_EACH_LABEL
    {
        const uint counter = clr_digit(keys[k], shift, bits) * CLR_GROUP_SIZE + CLR_ITEM;

        places[k] = sorting.counters[counter]++;
    }
    CLR_GROUP_BARRIER
    clr_sum_counters(sorting);
    CLR_EACH_LABEL
        places[k] += sorting.counters[clr_digit(keys[k], shift, bits) * CLR_GROUP_SIZE + CLR_ITEM];
    clr_exchange(sorting, keys, places);
    clr_exchange(sorting, numbers, places);
}

/* From a sorted tile to memory, `there` keys of it. */
CLR_FN void clr_store_tile(const clr_sorting sorting, const clr_unsorted unsorted,
                           const uint *keys, const uint *numbers, const uint there,
                           const clr_sorted sorted)
{
    uint places[CLR_ITEM_LABELS];

    CLR_EACH_LABEL
        sorting.tile[CLR_ITEM * CLR_ITEM_LABELS + k] = keys[k];
    CLR_GROUP_BARRIER
    CLR_EACH_LABEL
    {
        const uint at     = k * CLR_GROUP_SIZE + CLR_ITEM;
        const uint digit  = clr_digit(sorting.tile[at], unsorted.shift, unsorted.bits);
        const uint before = clr_digit(sorting.tile[at - (at != 0)], unsorted.shift, unsorted.bits);

        if (at == 0 || digit != before)
            sorting.starts[digit] = at;
    }
    CLR_GROUP_BARRIER
    CLR_EACH_LABEL
    {
        const uint at    = k * CLR_GROUP_SIZE + CLR_ITEM;
        const uint key   = sorting.tile[at];
        const uint digit = clr_digit(key, unsorted.shift, unsorted.bits);

        places[k] = sorting.next[digit] + at - sorting.starts[digit];
        if (at < there)
            sorted.keys[places[k]] = key;
    }
    CLR_GROUP_BARRIER
    CLR_EACH_LABEL
    {
        const uint at     = k * CLR_GROUP_SIZE + CLR_ITEM;
        const uint digit  = clr_digit(sorting.tile[at], unsorted.shift, unsorted.bits);
        const uint behind = min(at + 1, (uint)CLR_TILE_LABELS - 1);
        const uint after  = clr_digit(sorting.tile[behind], unsorted.shift, unsorted.bits);

        if (at < there && (at + 1 == there || digit != after))
            sorting.next[digit] = places[k] + 1;
    }
    CLR_GROUP_BARRIER
    CLR_EACH_LABEL
        sorting.tile[CLR_ITEM * CLR_ITEM_LABELS + k] = numbers[k];
    CLR_GROUP_BARRIER
    CLR_EACH_LABEL
    {
        const uint at = k * CLR_GROUP_SIZE + CLR_ITEM;

        if (at < there)
            sorted.numbers[places[k]] = sorting.tile[at];
    }
    CLR_GROUP_BARRIER
}

/* What a tile has too few of are keys behind all others. */
CLR_FN void clr_place_stretch(const clr_sorting sorting, const clr_unsorted unsorted,
                              const uint begin, const uint end, __global const uint *counts,
                              const uint apart, __global const uint *totals,
                              const clr_sorted sorted)
{
    clr_begin_stretch(sorting, 1u << unsorted.bits, counts, apart, totals);
    for (ulong first = begin; first < end; first += CLR_TILE_LABELS) {
        const uint there = (uint)min((ulong)end - first, (ulong)CLR_TILE_LABELS);
        uint keys[CLR_ITEM_LABELS];
        uint numbers[CLR_ITEM_LABELS];

        CLR_EACH_LABEL
        {
            const uint at = k * CLR_GROUP_SIZE + CLR_ITEM;
            const uint i  = (uint)first + min(at, there - 1);

            keys[k]    = at < there ? clr_key_at(unsorted, i) : UINT_MAX;
            numbers[k] = clr_number_at(unsorted, i);
        }
        clr_deal(sorting, keys);
        clr_deal(sorting, numbers);
        for (uint part = 0; part < unsorted.bits; part += CLR_PART_BITS)
            clr_sort_part(sorting, keys, numbers, unsorted.shift + part,
                          min(unsorted.bits - part, (uint)CLR_PART_BITS));
        clr_store_tile(sorting, unsorted, keys, numbers, there, sorted);
    }
}
