/* near_halves - a group's own cells in local memory, of two words for each label: the lower halves
 * of all labels, then the upper halves, which states of 32 bits leave unused. */
typedef struct clr_near {
    volatile __local uint *halves;
    __global ulong *cells; /* the labels' cells in global memory */
    uint results;
} clr_near;

CLR_FN clr_near clr_near_of(__local ulong *local_cells, const clr_cells cells, __global uint *seen,
                            const uint results, const uint rows, const uint turn)
{
    const clr_near near = {(__local uint *)local_cells, cells.at, results};

    return near;
}

CLR_FN void clr_near_clear(const clr_near near)
{
    for (uint i = CLR_ITEM; i < 2 * near.results; i += CLR_ITEMS)
        near.halves[i] = (uint)((ulong)clr_none() >> (i < near.results ? 0 : 32));
}
