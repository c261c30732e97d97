/*
 * lone_rows - what a lone item (on a CPU) has beside its bins for products and doubles: rows that
 * take numbers without a carry or a branch that cannot be foretold. Squares of random bits take
 * about a sixth of the time that the bins took (docs/history/2026-11-24-cpu-levels.md, "Squares,
 * products and doubles of random bits"). cl/exact/to_rows.cl adds to them.
 *
 * A number m 2^place of up to 48 bits goes to the row of its binade, whose one 64-bit digit holds
 * 2^15 of them. Longer numbers have a row for 16 binades, of two or four 32-bit digits in 64 bits
 * each, which hold 2^27; a row's digits lie together and are added to at once. There are CLR_TURNS
 * copies of the rows, used in turn, as an addition waits for the previous one to the same row. Rows
 * are cleared when first needed, and added to the bins when they may be full, and in the end.
 */
#ifdef CLR_NARROW
#if CLR_TURNS
CLR_FN void CLR_OF(clear_rows)(__local CLR_OF(bins) *bins)
{
    bins->room = CLR_ROW_ROOM;
    for (uint i = 0; i < CLR_ROWS_SIZE; i++)
        bins->rows[i] = 0;
}

CLR_COLD void CLR_OF(empty_rows)(__local CLR_OF(bins) *bins)
{
#pragma unroll 1
    for (uint i = 0; i < CLR_ROWS_SIZE / CLR_TURNS; i++) {
        const __local ulong *digit = bins->rows + i / CLR_ROW_DIGITS * CLR_ROW_SIZE;
        const uint place = CLR_LONE_BINADES * (i / CLR_ROW_DIGITS) + 32 * (i % CLR_ROW_DIGITS);
        ulong sum        = 0;

        for (uint turn = 0; turn < CLR_TURNS; turn++)
            sum += digit[turn * CLR_ROW_DIGITS + i % CLR_ROW_DIGITS];
        if (sum)
            CLR_OF(drop)(bins, sum >> 63 ? 0 - sum : sum, sum >> 63 != 0, place);
    }
}

/* Makes room for `count` more numbers, and clears the rows before their first. */
CLR_FN void CLR_OF(open_rows)(__local CLR_OF(bins) *bins, const uint count)
{
    if (bins->room < count) {
        if (bins->are_rows_open)
            CLR_OF(empty_rows)(bins);
        bins->are_rows_open = 1;
        CLR_OF(clear_rows)(bins);
    }
    bins->room -= count;
}

CLR_COLD void CLR_OF(gather)(__local CLR_OF(bins) *bins, const uint item, const uint items)
{
    if (bins->are_rows_open)
        CLR_OF(empty_rows)(bins);
}
#endif
#endif
