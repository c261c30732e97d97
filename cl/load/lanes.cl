/*
 * lanes - folds a slab of the published order (docs/order.md): a strip is rows of CLR_ROW elements,
 * one for each lane, and CLR_ROWS rows are a slab. A column of a slab is a vector of each of its
 * rows, folded downwards, in runs. Its alternative for noncommutative operators is
 * cl/load/stretches.cl.
 */
#define CLR_ROW_VECTORS (CLR_ROW / CLR_LANES)

/* Slabs and lanes of a strip that have elements: the first ones. */
CLR_FN uint clr_slabs_there(const clr_span strip)
{
    return ((uint)strip.count + CLR_ROWS * CLR_ROW - 1) / (CLR_ROWS * CLR_ROW);
}

CLR_FN uint clr_lanes_there(const clr_span strip)
{
    return min((uint)strip.count, (uint)CLR_ROW);
}

CLR_FN clr_lanes_state clr_slab_fold(const clr_memory memory, const clr_span strip,
                                     const uint slab, const uint column)
{
    const uint above = slab * CLR_ROWS;
    const uint rows  = clamp((int)((uint)strip.count / CLR_ROW) - (int)above, 0, CLR_ROWS);
    const uint first = above * CLR_ROW_VECTORS + column;
    clr_lanes_state state = clr_lanes_none();
    uint row = 0;

    for (; row + CLR_LOADS <= rows; row += CLR_LOADS)
        state = clr_fold_run(memory, strip, state, first + row * CLR_ROW_VECTORS, CLR_ROW_VECTORS);
    for (; row < rows; row++)
        state = clr_fold_vector(memory, strip, state, first + row * CLR_ROW_VECTORS);
    return state;
}

#if CLR_GROUP_SIZE == 1 && CLR_LANES > 1
/*
 * Folds two neighbouring columns, as an item alone has both: it reads a slab once and forward, and
 * one column's additions do not wait for the other's. On two CPU cores sums of f64 went from 0.54 -
 * 0.60 of level fast to 0.73 - 0.82 (docs/history/2026-11-24-cpu-levels.md, "Doubles in the
 * published order").
 */
CLR_FN void clr_slab_fold_two(const clr_memory memory, const clr_span strip, const uint slab,
                              const uint column, clr_lanes_state *two)
{
    const uint above = slab * CLR_ROWS;
    const uint rows  = clamp((int)((uint)strip.count / CLR_ROW) - (int)above, 0, CLR_ROWS);
    uint first = above * CLR_ROW_VECTORS + column;
    uint row = 0;

    two[0] = two[1] = clr_lanes_none();
    for (; row + CLR_LOADS <= rows; row += CLR_LOADS, first += CLR_LOADS * CLR_ROW_VECTORS) {
        two[0] = clr_fold_run(memory, strip, two[0], first, CLR_ROW_VECTORS);
        two[1] = clr_fold_run(memory, strip, two[1], first + 1, CLR_ROW_VECTORS);
    }
    for (; row < rows; row++, first += CLR_ROW_VECTORS) {
        two[0] = clr_fold_vector(memory, strip, two[0], first);
        two[1] = clr_fold_vector(memory, strip, two[1], first + 1);
    }
}
#endif

/* Folds the lane's element of the strip's last, incomplete row, if it has one. */
CLR_FN clr_state clr_end_lane(const clr_memory memory, const clr_span strip, const uint lane,
                              const clr_state state)
{
    const ulong i = strip.count / CLR_ROW * CLR_ROW + lane;

    return i < strip.count ? clr_fold_element(memory, strip, state, i) : state;
}
