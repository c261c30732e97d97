/*
 * exact_near - cl/label/exact.cl for few labels: a group has rows of its own in local memory, and
 * adds them to the cells at its end. There is room for all rows, or for a window of them, which
 * ends at the highest row of its items' first elements: clr_near_look() finds it. Numbers for rows
 * outside the window go to the cells at once.
 *
 * Local memory has the words `top` and `others`; a byte of `seen` bits for each label; the lower
 * halves of all numbers, then the upper halves (cl/label/near_add.cl). Numbers lie row by row with
 * one for each label, counts behind the last row. An addition to a number that may have been 0 sets
 * the label's bit for elements other than -0: the first addition finds 0, whatever comes later.
 */
/* Bits of a label's byte: CLR_SEEN_VALUES, and CLR_SEEN_MINUS_ZERO, which lies beyond a byte. */
#define CLR_NEAR_VALUES     15u
#define CLR_NEAR_MINUS_ZERO 16u

typedef struct clr_near {
    volatile __local uint *top;    /* row behind the highest that first elements change */
    volatile __local uint *others; /* changed rows outside the window: CLR_ROW_BIT */
    volatile __local uint *bytes;  /* a label's `seen` bits, a byte each */
    volatile __local uint *halves; /* of rows, and of counts if elements are counted */
    clr_cells cells;               /* the labels' cells in global memory */
    __global uint *seen;
    uint results;
    uint rows;
    uint first; /* row of the window */
} clr_near;

/* How many numbers a group has, and how many words an upper half lies behind its lower half. */
CLR_FN uint clr_near_numbers(const clr_near near)
{
    return (near.rows + (CLR_COUNTED ? 1 : 0)) * near.results;
}

/* `turn` is for cl/label/best_near.cl, which stands in this piece's place for extremes. */
CLR_FN clr_near clr_near_of(__local ulong *local_cells, const clr_cells cells, __global uint *seen,
                            const uint results, const uint rows, const uint turn)
{
    __local uint  *words = (__local uint *)local_cells;
    const clr_near near  = {words, words + 1, words + 2, words + 3 + results / 4, cells, seen,
                            results, rows, 0};

    return near;
}

CLR_FN void clr_near_clear(const clr_near near)
{
    for (uint i = CLR_ITEM; i < 3 + near.results / 4 + 2 * clr_near_numbers(near); i += CLR_ITEMS)
        near.top[i] = 0;
}

CLR_FN void clr_near_look(const clr_near near, const clr_memory memory, const clr_inputs inputs,
                          const ulong i, const ulong n)
{
    const clr_change change = clr_change_of(memory, inputs, i, n);

    atomic_max(near.top, min(change.row + CLR_CHANGES, (uint)CLR_CELL_ROWS));
}

/* Places the window; called behind a barrier, when all items have looked at their first
 * elements. */
CLR_FN clr_near clr_near_looked(const clr_near near)
{
    clr_near looked = near;

    looked.first = max(*near.top, near.rows) - near.rows;
    return looked;
}

CLR_FN void clr_near_see(const clr_near near, const uint label, const uint seen)
{
    const uint byte = (seen & CLR_NEAR_VALUES) |
                      (seen & CLR_SEEN_MINUS_ZERO ? CLR_NEAR_MINUS_ZERO : 0);

    atomic_or(near.bytes + label / 4, byte << label % 4 * 8);
}

/* Adds to a row outside the window; returns whether it may have been 0 before. `passed` has the
 * rows that the item has already noted in `others`, so that it uses that atomic once for each. */
CLR_FN bool clr_near_pass(const clr_near near, const uint label, const uint row, const ulong x,
                          uint *passed)
{
    if (CLR_ROW_BIT(row) & ~*passed)
        atomic_or(near.others, CLR_ROW_BIT(row));
    *passed |= CLR_ROW_BIT(row);
    return clr_add_to(clr_cell_of(near.cells, label) + row * near.cells.apart, x);
}

/* The cells' rows that the group may have changed. */
CLR_FN uint clr_near_rows(const clr_near near)
{
    uint rows = *near.others;

    for (uint row = near.first; row < near.first + near.rows; row++)
        rows |= CLR_ROW_BIT(row);
    return rows;
}

CLR_FN void clr_near_take(const clr_near near, const uint label, const clr_memory memory,
                          const clr_inputs inputs, const ulong i, const ulong n, uint *passed)
{
    const clr_change change = clr_change_of(memory, inputs, i, n);
    const uint numbers = clr_near_numbers(near);
    uint seen = change.seen;

#pragma unroll
    for (uint k = 0; k < CLR_CHANGES; k++) {
        const uint row = change.row + k;

        if (!change.x[k])
            continue;
        if (row - near.first < near.rows
                ? clr_near_add(near.halves + (row - near.first) * near.results + label, numbers,
                               change.x[k])
                : clr_near_pass(near, label, row, change.x[k], passed))
            seen |= CLR_CHANGE_SEEN;
    }
    if (change.count)
        clr_near_add(near.halves + near.rows * near.results + label, numbers, change.count);
    if (seen)
        clr_near_see(near, label, seen);
}

/* Adds the group's numbers to the cells; behind a barrier, when all items have taken theirs. */
CLR_FN void clr_near_tell(const clr_near near, __global clr_told *told)
{
    const uint numbers = clr_near_numbers(near);
    const uint counts  = near.rows * near.results;

    for (uint i = CLR_ITEM; i < numbers; i += CLR_ITEMS) {
        const ulong sum = (ulong)near.halves[numbers + i] << 32 | near.halves[i];
        const uint  row   = i < counts ? near.first + i / near.results : CLR_CELL_LONGS - 1;

        if (sum)
            clr_add_to(clr_cell_of(near.cells, i % near.results) + row * near.cells.apart, sum);
    }
    for (uint label = CLR_ITEM; label < near.results; label += CLR_ITEMS) {
        const uint byte = near.bytes[label / 4] >> label % 4 * 8;
        const uint seen = (byte & CLR_NEAR_VALUES) |
                          (byte & CLR_NEAR_MINUS_ZERO ? CLR_SEEN_MINUS_ZERO : 0);

        if (seen)
            atomic_or(&near.seen[label], seen);
    }
    if (CLR_ITEM == 0)
        clr_tell_rows(told, clr_near_rows(near));
}
