/*
 * lone_rows - what an item alone (on a CPU) has beside its bins, for what is wider than floats:
 * rows that take numbers without a carry or a branch, as nobody can foretell where there would be
 * one (cl/exact/to_rows.cl). A number m 2^place of up to 48 bits has the row of its binade, whose
 * one digit of 64 bits takes 2^15 of them. Longer numbers have a row for 16 binades, of two or four
 * digits of 32 bits, each of which has 64 and takes 2^27; all of a row's digits lie together and
 * are added to at once. There are rows CLR_TURNS times, as an addition must wait for the one before
 * to that row. They are cleared when they are first needed, and emptied into the bins when they may
 * be full, and in the end.
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

/* Before so many numbers are added. */
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
