/* alone - the sort of labels where a group is one item, on a CPU: the item walks its chunk of
 * labels one by one. Its alternative is cl/sort/together.cl. */
#define CLR_DIGITS_PLACE
#define CLR_PLACE_PLACE
#define CLR_DIGITS_ARGUMENT
#define CLR_PLACE_ARGUMENTS

/* Counts the chunk's keys of each digit. */
CLR_FN void clr_count_stretch(const clr_unsorted unsorted, const uint begin, const uint end,
                              __global uint *counts, const uint apart)
{
    const uint digits = 1u << unsorted.bits;
    uint own[CLR_DIGITS_MOST];

    for (uint d = 0; d < digits; d++)
        own[d] = 0;
    for (uint i = begin; i < end; i++)
        own[clr_digit(clr_key_at(unsorted, i), unsorted.shift, unsorted.bits)]++;
    for (uint d = 0; d < digits; d++)
        counts[(ulong)d * apart] = own[d];
}

/* A key goes behind all keys of smaller digits, and of its digit those before it. */
CLR_FN void clr_place_stretch(const clr_unsorted unsorted, const uint begin, const uint end,
                              __global const uint *counts, const uint apart,
                              __global const uint *totals, const clr_sorted sorted)
{
    const uint digits = 1u << unsorted.bits;
    uint next[CLR_DIGITS_MOST];
    uint before = 0;

    for (uint d = 0; d < digits; d++) {
        next[d] = before + counts[(ulong)d * apart];
        before += totals[d];
    }
    for (uint i = begin; i < end; i++) {
        const uint key   = clr_key_at(unsorted, i);
        const uint place = next[clr_digit(key, unsorted.shift, unsorted.bits)]++;

        sorted.keys[place]    = key;
        sorted.numbers[place] = clr_number_at(unsorted, i);
    }
}
