/* near_alone - the memory of an item that is a group of its own (on a CPU): rows for each label, to
 * which it adds without atomics: all rows of an exact sum, or a window that ends at the highest row
 * of its first elements. They lie in global memory: on a CPU local memory is no faster. */
typedef struct clr_near {
    __global ulong *numbers; /* rows, and counts if elements are counted; label by label */
    __global uint *seen;
    clr_cells cells; /* the labels' cells in global memory */
    uint results;
    uint longs; /* numbers of a label */
    uint rows;
    uint first; /* row of the window */
} clr_near;

CLR_FN clr_near clr_near_of(__global ulong *all, const clr_cells cells, const uint results,
                            const uint longs, const uint rows)
{
    const ulong size = (ulong)results * longs;
    clr_near near;

    near.numbers = all + get_group_id(0) * (size + results / 2 + 1);
    near.seen    = (__global uint *)(near.numbers + size);
    near.cells   = cells;
    near.results = results;
    near.longs   = longs;
    near.rows    = rows;
    near.first   = 0;
    return near;
}

CLR_FN void clr_near_clear(const clr_near near)
{
    const ulong size = (ulong)near.results * near.longs;

    for (ulong i = 0; i < size; i++)
        near.numbers[i] = 0;
    for (uint label = 0; label < near.results; label++)
        near.seen[label] = 0;
}

CLR_FN __global ulong *clr_near_number(const clr_near near, const uint row, const ulong label)
{
    return near.numbers + (ulong)row * near.results + label;
}

/* Returns whether the number was 0 before. */
CLR_FN bool clr_near_add(const clr_near near, const uint row, const uint label, const ulong x)
{
    __global ulong *number = clr_near_number(near, row, label);
    const ulong before     = *number;

    *number = before + x;
    return before == 0;
}

CLR_FN void clr_near_tell(const clr_near near, const uint label, const uint seen)
{
    near.seen[label] |= seen;
}
