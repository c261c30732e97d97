/* gather - adds the columns (cl/exact/columns.cl) to the bins, when all runs are folded. All items
 * of the group must call it, between two barriers (cl/bins/some.cl). */
#ifdef CLR_NARROW
#if CLR_GROUP_SIZE == 1
CLR_COLD void CLR_OF(gather)(__local CLR_OF(bins) *bins, const uint item, const uint items)
{
#pragma unroll 1
    for (uint row = 0; row < CLR_COLUMN_ROWS; row++) {
        const __local ulong *columns = bins->columns.sum + row * CLR_COLUMNS;
        const ulong sum              = columns[0] + columns[1] + columns[2] + columns[3];

        if (sum)
            CLR_OF(drop)(bins, sum, row >= CLR_COLUMN_ROWS / 2,
                         max(row % (CLR_COLUMN_ROWS / 2), 1u) - 1);
    }
}
#else
/* Shares of a row: a share has fewer than 2^10 columns, whose sum of less than 2^53 units each fits
 * a long. */
#define CLR_SHARES max(4, CLR_COLUMNS / 512)

/* `sum` counts the row's units, 2^(CLR_ROW_BINADES row - 150), the bins 2^-149: row 0 is halved,
 * which loses nothing, as floats are multiples of 2^-149. */
CLR_FN void CLR_OF(drop_row)(__local CLR_OF(bins) *bins, const uint row, const long sum)
{
    const ulong m = (ulong)(sum < 0 ? -sum : sum);

    CLR_OF(drop)(bins, row ? m : m / 2, sum < 0, row ? CLR_ROW_BINADES * row - 1 : 0);
}

#if CLR_TERMS
/* Rows are doubles, and `unit` is the inverse of the row's: as integers they add up exactly. */
CLR_FN void CLR_OF(gather_share)(__local CLR_OF(bins) *bins, const uint row, const uint first,
                                 const uint end)
{
    const uint exponent = CLR_DOUBLE_BIAS + CLR_FLOAT_DEPTH + 1 - CLR_ROW_BINADES * row;
    const double unit   = as_double((ulong)exponent << CLR_DOUBLE_FRACTION_BITS);
    long sum          = 0;

    for (uint column = first; column < end; column++) {
        if (!CLR_OF(is_unused)(&bins->columns, column))
            sum += convert_long(bins->columns.sum[row * CLR_COLUMNS + column] * unit);
    }
    CLR_OF(drop_row)(bins, row, sum);
}
#else
/* By halves of 32 bits, as the sum of a share may have more than 64. */
CLR_FN void CLR_OF(gather_share)(__local CLR_OF(bins) *bins, const uint row, const uint first,
                                 const uint end)
{
    long low  = 0;
    long high = 0;

    for (uint column = first; column < end; column++) {
        const ulong sum = bins->columns.sum[row * CLR_COLUMNS + column];

        if (CLR_OF(is_unused)(&bins->columns, column))
            continue;
        low += (uint)sum;
        high += (long)sum >> 32;
    }
    CLR_OF(drop_row)(bins, row, low);
    CLR_OF(drop)(bins, (ulong)(high < 0 ? -high : high), high < 0, CLR_ROW_BINADES * row + 31);
}
#endif

CLR_COLD void CLR_OF(gather)(__local CLR_OF(bins) *bins, const uint item, const uint items)
{
#pragma unroll 1
    for (uint i = item; i < (uint)(CLR_COLUMN_ROWS * CLR_SHARES); i += items) {
        const uint share = i / CLR_COLUMN_ROWS;

        CLR_OF(gather_share)(bins, i % CLR_COLUMN_ROWS, share * CLR_COLUMNS / CLR_SHARES,
                             (share + 1) * CLR_COLUMNS / CLR_SHARES);
    }
}
#endif
#endif
