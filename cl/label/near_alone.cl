/*
 * near_alone - cells that an item has to itself, one who is a group: it adds to them without further
 * ado. They are in global memory, of which a CPU's local memory is a part like any other.
 */
/*
 * needs:    CLR_CELL_LONGS
 * provides: CLR_NEAR_SPACE CLR_NEAR_PARAMETER CLR_NEAR_AT clr_near clr_near_clear clr_near_add
 *           clr_near_value clr_near_tell
 */
#define CLR_NEAR_SPACE     __global
#define CLR_NEAR_PARAMETER __global ulong *near_cells
#define CLR_NEAR_AT                                                                                \
    (near_cells + get_group_id(0) * (results * CLR_CELL_LONGS + results / 2 + 1))

typedef struct clr_near {
    __global ulong *cells;
    __global uint *seen;
    uint size;
} clr_near;

CLR_FN void clr_near_clear(const clr_near near, const uint i)
{
    near.cells[i] = 0;
}

/* Whether the number was 0 before. */
CLR_FN bool clr_near_add(const clr_near near, const uint i, const ulong x)
{
    const ulong before = near.cells[i];

    near.cells[i] = before + x;
    return before == 0;
}

CLR_FN ulong clr_near_value(const clr_near near, const uint i)
{
    return near.cells[i];
}

CLR_FN void clr_near_tell(const clr_near near, const uint label, const uint seen)
{
    near.seen[label] |= seen;
}
