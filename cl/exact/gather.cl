/* gather - what is in the columns goes into the bins, a row an item. All of the group must come. */
#ifdef CLR_NARROW
#if CLR_GROUP_SIZE == 1
CLR_FN void CLR_OF(gather_row)(__local CLR_OF(bins) *bins, const uint row)
{
    ulong sum = 0;

    for (uint column = 0; column < CLR_COLUMNS; column++)
        sum += bins->columns.sum[row * CLR_COLUMNS + column];
    if (sum)
        CLR_OF(drop)(bins, sum, row >= 256, max(row % 256, 1u) - 1, true);
}
#else
/*
 * The sum of the halves of what is there, as that may have more than 64 bits. It counts halves of
 * the bins' unit; what is in the first row is even.
 */
CLR_FN void CLR_OF(gather_row)(__local CLR_OF(bins) *bins, const uint row)
{
    ulong low = 0;
    long high = 0;

    for (uint i = 0; i < CLR_COLUMNS; i++) {
        const uint  column = (i + row) % CLR_COLUMNS; /* items read different memory banks */
        const ulong sum    = bins->columns.sum[row * CLR_COLUMNS + column];

        low += (uint)sum;
        high += (long)sum >> 32;
    }
    CLR_OF(drop)(bins, row ? low : low / 2, false, row ? 16 * row - 1 : 0, false);
    CLR_OF(drop)(bins, (ulong)(high < 0 ? -high : high), high < 0, 16 * row + 31, false);
}
#endif

CLR_FN void CLR_OF(gather)(__local CLR_OF(bins) *bins, const uint item, const uint items)
{
    if (!bins->columns.are_used[0])
        return;
    for (uint row = item; row < CLR_ROWS; row += items)
        CLR_OF(gather_row)(bins, row);
}
#endif
