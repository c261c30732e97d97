/*
 * together - the sort of labels where a group is several items: it walks its chunk of labels tile
 * by tile. A tile is sorted in local memory, a few bits at a time: each item counts the digits of
 * consecutive marks in counters of its own, and the sum of all counters before one is where its
 * first mark goes. A mark is a digit and its element's index in the tile. Then a digit's labels are
 * neighbours, and go to memory as neighbours, behind the digit's labels of the tiles before. Its
 * alternative is cl/sort/alone.cl.
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
#define CLR_MARK_DIGIT      16 /* from this bit on; index in the tile below */
#define CLR_MARK_PLACE      0xffffu
#define CLR_EACH_MARK(DO)   DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)
#define CLR_EACH_LABEL      for (uint k = 0; k < CLR_ITEM_LABELS; k++)

typedef struct clr_sorting {
    __local ulong  *sums;
    __local uint   *tile;     /* marks */
    __local ushort *counters; /* each item's, a digit's side by side */
    __local uint   *next;     /* where a digit's next key goes in memory */
    __local uint   *starts;   /* where a digit's keys begin in the tile */
} clr_sorting;

/* Counts the chunk's keys of each digit; equal neighbours are counted together. */
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

/* Where each digit's first key of the chunk goes: behind all keys of smaller digits, and earlier
 * chunks' of the same digit. */
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

/* An exclusive scan of the counters. */
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

#define CLR_COUNTER_OF(k) own[clr_digit(marks.s##k, shift, bits) * CLR_GROUP_SIZE]
#define CLR_COUNT_MARK(k) CLR_COUNTER_OF(k)++;
#define CLR_MOVE_MARK(k)  sorting.tile[CLR_COUNTER_OF(k)++] = marks.s##k;

/* Sorts a tile by `bits` bits of its marks, keeping the order of equal ones: items have consecutive
 * marks. */
CLR_FN void clr_sort_part(const clr_sorting sorting, const uint shift, const uint bits)
{
    const uint8 marks = vload8(CLR_ITEM, sorting.tile);
    __local ushort *own = sorting.counters + CLR_ITEM;

    for (uint d = 0; d < CLR_PART_DIGITS; d++)
        own[d * CLR_GROUP_SIZE] = 0;
    CLR_EACH_MARK(CLR_COUNT_MARK)
    CLR_GROUP_BARRIER
    clr_sum_counters(sorting);
    CLR_EACH_MARK(CLR_MOVE_MARK)
    CLR_GROUP_BARRIER
}

/* Where each digit's marks begin in the sorted tile. */
CLR_FN void clr_find_starts(const clr_sorting sorting)
{
    CLR_EACH_LABEL
    {
        const uint at    = k * CLR_GROUP_SIZE + CLR_ITEM;
        const uint digit = sorting.tile[at] >> CLR_MARK_DIGIT;

        if (at == 0 || digit != sorting.tile[at - (at != 0)] >> CLR_MARK_DIGIT)
            sorting.starts[digit] = at;
    }
    CLR_GROUP_BARRIER
}

/* Writes the `there` labels of a sorted tile to memory, then moves each digit's next place: the
 * last item of a digit's run does so, behind a barrier, as all items of the run have read it. */
CLR_FN void clr_store_tile(const clr_sorting sorting, const clr_unsorted unsorted,
                           const uint first, const uint there, const clr_sorted sorted)
{
    clr_find_starts(sorting);
    CLR_EACH_LABEL
    {
        const uint at    = k * CLR_GROUP_SIZE + CLR_ITEM;
        const uint mark  = sorting.tile[at];
        const uint digit = mark >> CLR_MARK_DIGIT;
        const uint place = sorting.next[digit] + at - sorting.starts[digit];
        const uint i     = first + (mark & CLR_MARK_PLACE);

        if (at < there) {
            sorted.keys[place]    = clr_key_at(unsorted, i);
            sorted.numbers[place] = clr_number_at(unsorted, i);
        }
    }
    CLR_GROUP_BARRIER
    CLR_EACH_LABEL
    {
        const uint at     = k * CLR_GROUP_SIZE + CLR_ITEM;
        const uint digit  = sorting.tile[at] >> CLR_MARK_DIGIT;
        const uint behind = min(at + 1, (uint)CLR_TILE_LABELS - 1);

        if (at < there && (at + 1 == there || digit != sorting.tile[behind] >> CLR_MARK_DIGIT))
            sorting.next[digit] += at + 1 - sorting.starts[digit];
    }
    CLR_GROUP_BARRIER
}

/* Reads marks of a tile from label `first` on; missing labels sort last. */
CLR_FN void clr_load_tile(const clr_sorting sorting, const clr_unsorted unsorted, const uint first,
                          const uint there)
{
    const uint last_digit = (1u << unsorted.bits) - 1;

    CLR_EACH_LABEL
    {
        const uint at    = k * CLR_GROUP_SIZE + CLR_ITEM;
        const uint key   = clr_key_at(unsorted, first + min(at, there - 1));
        const uint digit = clr_digit(key, unsorted.shift, unsorted.bits);

        sorting.tile[at] = (at < there ? digit : last_digit) << CLR_MARK_DIGIT | at;
    }
    CLR_GROUP_BARRIER
}

CLR_FN void clr_place_stretch(const clr_sorting sorting, const clr_unsorted unsorted,
                              const uint begin, const uint end, __global const uint *counts,
                              const uint apart, __global const uint *totals,
                              const clr_sorted sorted)
{
    clr_begin_stretch(sorting, 1u << unsorted.bits, counts, apart, totals);
    for (ulong first = begin; first < end; first += CLR_TILE_LABELS) {
        const uint there = (uint)min((ulong)end - first, (ulong)CLR_TILE_LABELS);

        clr_load_tile(sorting, unsorted, (uint)first, there);
        for (uint part = 0; part < unsorted.bits; part += CLR_PART_BITS)
            clr_sort_part(sorting, CLR_MARK_DIGIT + part,
                          min(unsorted.bits - part, (uint)CLR_PART_BITS));
        clr_store_tile(sorting, unsorted, (uint)first, there, sorted);
    }
}
