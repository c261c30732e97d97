/* sum - cells of labels for integer sums: a cell is the sum, of 64 bits, which wraps as the result
 * does. To callers it is a cell of one row: the functions have the parameters of cl/label/exact.cl,
 * which stands in its place for exact sums of floats, but `apart` (longs from one row to the next)
 * and `rows` say nothing here, nothing is carried, and no `seen` bits are noted. */
CLR_FN ulong clr_cell_blank(void)
{
    return 0;
}

CLR_FN void clr_cell_clear(__global ulong *cell, const ulong apart, const uint rows)
{
    *cell = clr_cell_blank();
}

#define CLR_CHANGES        1
#define CLR_CHANGE_SEEN    0
#define CLR_MET_MINUS_ZERO 0
#define CLR_ROW_BIT(row)   0

/* An element's change of its label, as in cl/label/rows.cl. */
typedef struct clr_change {
    ulong x[CLR_CHANGES];
    uint row;
    uint seen;
    uint count;
    uint gap; /* explicit padding: src/base/source.h */
} clr_change;

CLR_FN clr_change clr_change_of(const clr_memory memory, const clr_inputs inputs, const ulong i,
                                const ulong n)
{
    clr_change change;

    change.x[0]  = clr_fold_one(memory, clr_none(), &inputs, i, 0, n);
    change.row   = 0;
    change.seen  = 0;
    change.count = 0;
    return change;
}

CLR_FN void clr_cell_carry(__global ulong *cell, const ulong apart)
{
}

CLR_FN clr_state clr_cell_state(__global const ulong *cell, const ulong apart,
                                const uint seen, const uint rows)
{
    return *cell;
}

/* Never 0, the count for which a result counts as empty: no count is kept, as the sum of no
 * elements is the cell's 0. */
CLR_FN ulong clr_cell_count(__global const ulong *cell, const ulong apart, const uint seen)
{
    return 1;
}
