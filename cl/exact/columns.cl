/*
 * columns - bins of each item's own in local memory, for floats that do not fit the terms: 64-bit
 * numbers without sharing, so that an element costs one plain addition and no carry
 * (cl/exact/to_columns.cl). cl/exact/gather.cl adds them to the group's bins in the end.
 *
 * In a group each item has a column of 16 rows, one for every 16 binades. The unit of row r is
 * 2^(16 r - 150): an element is an integer multiple, below 2^39. With fp64 (CLR_TERMS is not 0) a
 * row is a double, exact for 2^14 elements; without, an integer, with room for 2^24.
 * src/choose/geometry.c gives an item fewer. A lone item (on a CPU) has a row of integers for each
 * exponent and sign, which needs no shift, negation or conversion, and has room for 2^40
 * significands, of 2^27 that a group folds in a launch. Its four columns are used in turn, as an
 * addition waits for the previous one to the same row.
 */
#ifdef CLR_NARROW
/* Terms are left untried (cl/bins/vote.cl) once the last runs of more than one item in 128 of the
 * group did not fit them: with fewer, most sub-groups, of some 32 items, wait for no such item. */
enum { CLR_OF(failed_share) = 128 };

#if CLR_GROUP_SIZE == 1
#define CLR_COLUMN_ROWS (2 << CLR_FLOAT_EXPONENT_BITS)
#define CLR_COLUMNS     4
#else
#define CLR_COLUMN_ROWS CLR_ROWS_OF_ALL
#define CLR_COLUMNS     CLR_GROUP_SIZE
#endif
#if CLR_GROUP_SIZE > 1 && CLR_TERMS
#define CLR_ROW_SUM double
#else
#define CLR_ROW_SUM ulong
#endif

typedef struct CLR_OF(columns) {
    CLR_ROW_SUM sum[CLR_COLUMN_ROWS * CLR_COLUMNS]; /* row by row */
} CLR_OF(columns);

/* What a group's item adds to a row: an element itself where rows are doubles, which
 * cl/exact/gather.cl divides by the unit; else the element in the row's units. */
CLR_FN CLR_ROW_SUM CLR_OF(addend_of)(const float x)
{
#if CLR_TERMS
    return (CLR_ROW_SUM)x;
#else
    const uint bits     = as_uint(x);
    const uint fraction = bits & CLR_FLOAT_FRACTION;
    /* A subnormal number has no hidden digit; its exponent of 0 counts as 1: the fraction is
     * doubled. */
    const uint m   = fraction + ((bits & CLR_FLOAT_INFINITY) ? CLR_FLOAT_HIDDEN : fraction);
    const int unit = ((as_int(bits << (32 - CLR_FLOAT_BITS)) >> 31) | 1) *
                     (1 << ((bits >> CLR_FLOAT_FRACTION_BITS) & (CLR_ROW_BINADES - 1)));

    return (ulong)((long)(int)m * unit);
#endif
}

#if CLR_GROUP_SIZE == 1
CLR_FN void CLR_OF(clear_columns)(__local CLR_OF(columns) *columns, const uint item,
                                  const uint items)
{
#pragma unroll 1
    for (uint i = item; i < CLR_COLUMN_ROWS * CLR_COLUMNS; i += items)
        columns->sum[i] = 0;
}
#else
/* Most columns are never used, and clearing them all takes 0.6 us on an H200 (docs/exact.md,
 * "Columns"), longer than a short sum: only their first rows get a mark, until an item needs its
 * column. No sum is the mark: it is a NaN, and elements are finite (cl/exact/to_columns.cl); or
 * -2^63, which 2^24 elements do not reach. */
#if CLR_TERMS
#define CLR_UNUSED_BITS  (CLR_DOUBLE_INFINITY | CLR_DOUBLE_HIDDEN >> 1)
#define CLR_UNUSED       as_double(CLR_UNUSED_BITS)
#define CLR_IS_UNUSED(x) (as_ulong(x) == CLR_UNUSED_BITS)
#else
#define CLR_UNUSED       (1UL << 63)
#define CLR_IS_UNUSED(x) ((x) == CLR_UNUSED)
#endif

CLR_FN void CLR_OF(clear_columns)(__local CLR_OF(columns) *columns, const uint item,
                                  const uint items)
{
    for (uint i = item; i < CLR_COLUMNS; i += items)
        columns->sum[i] = CLR_UNUSED;
}

CLR_FN bool CLR_OF(is_unused)(const __local CLR_OF(columns) *columns, const uint column)
{
    return CLR_IS_UNUSED(columns->sum[column]);
}

/* Clears the item's own column before its first addition. */
CLR_FN void CLR_OF(open_column)(__local CLR_OF(columns) *columns)
{
    if (!CLR_OF(is_unused)(columns, CLR_ITEM))
        return;
#pragma unroll 1
    for (uint row = 0; row < CLR_COLUMN_ROWS; row++)
        columns->sum[row * CLR_COLUMNS + CLR_ITEM] = 0;
}
#endif
#endif
