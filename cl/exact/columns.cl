/*
 * columns - bins of an item's own, for floats that the terms cannot take: numbers of 64 bits in
 * local memory that nobody else adds to meanwhile, so that one plain addition an element does, and
 * no carry. In the end they are added to the group's bins.
 *
 * In a group each item has a column of 16 rows, of 16 binades each: there an element is a multiple
 * of a unit, and less than 2^39 of them. Rows are doubles where there are any, which hold 2^14 such
 * elements, else integers, which hold 2^24. An item alone (on a CPU) has a row of integers for each
 * exponent and sign, so that nothing has to be shifted, negated or converted; it has four such
 * columns, which elements take in turn, as an addition must wait for the one before to that row.
 */
#ifdef CLR_NARROW
/* Of a group's items one in so many must fail, not to try the terms: with fewer, most sub-groups
 * have none that the others wait for. */
enum { CLR_OF(failed_share) = 128 };

#if CLR_GROUP_SIZE == 1
#define CLR_ROWS    (2 << CLR_FLOAT_EXPONENT_BITS)
#define CLR_COLUMNS 4
#else
#define CLR_ROWS    CLR_ROWS_OF_ALL
#define CLR_COLUMNS CLR_GROUP_SIZE
#endif
#if CLR_GROUP_SIZE > 1 && CLR_TERMS
#define CLR_ROW_SUM double
#else
#define CLR_ROW_SUM ulong
#endif

typedef struct CLR_OF(columns) {
    CLR_ROW_SUM sum[CLR_ROWS * CLR_COLUMNS]; /* a row after the other */
} CLR_OF(columns);

/* What an element adds to its row. */
CLR_FN CLR_ROW_SUM CLR_OF(addend_of)(const float x)
{
#if CLR_TERMS
    return (CLR_ROW_SUM)x;
#else
    const uint bits     = as_uint(x);
    const uint fraction = bits & CLR_FLOAT_FRACTION;
    /* A subnormal number has no hidden digit, and by its exponent of 0 counts half: doubled. */
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
    for (uint i = item; i < CLR_ROWS * CLR_COLUMNS; i += items)
        columns->sum[i] = 0;
}
#else
/*
 * Most columns are never used, and clearing all of them would take longer than a short sum. So
 * their first rows alone are written, with what is no sum, until their items have use for them.
 */
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

/* The item's own, before it adds to it. */
CLR_FN void CLR_OF(open_column)(__local CLR_OF(columns) *columns)
{
    if (!CLR_OF(is_unused)(columns, CLR_ITEM))
        return;
#pragma unroll 1
    for (uint row = 0; row < CLR_ROWS; row++)
        columns->sum[row * CLR_COLUMNS + CLR_ITEM] = 0;
}
#endif
#endif
