/*
 * lanes - a slab is CLR_ROWS rows of CLR_ROW elements, and a lane takes one of each row. A member of
 * a team has CLR_COLUMNS vectors of a row, side by side: it folds their lanes, rows going down, in
 * runs of CLR_LOADS, and joins them.
 */
#define CLR_COLUMNS    (CLR_ROW / (CLR_LANES * CLR_TEAM))
#define CLR_ROW_VECTORS (CLR_ROW / CLR_LANES)

/* Whole runs of rows, then the other rows that a column has a whole vector of. */
CLR_FN void clr_fold_columns(const clr_memory memory, const clr_span slab, const uint first,
                             clr_lanes_state *columns)
{
    const uint runs = (uint)slab.count / (CLR_ROW * CLR_LOADS);

    for (uint column = 0; column < CLR_COLUMNS; column++) {
        for (uint run = 0; run < runs; run++)
            columns[column] =
                clr_fold_run(memory, slab, columns[column],
                             run * (CLR_LOADS * CLR_ROW_VECTORS) + first + column, CLR_ROW_VECTORS);
    }
    for (uint row = runs * CLR_LOADS; row * CLR_ROW < slab.count; row++) {
        for (uint column = 0; column < CLR_COLUMNS; column++) {
            const uint vector = row * CLR_ROW_VECTORS + first + column;

            if ((vector + 1) * CLR_LANES <= slab.count)
                columns[column] = clr_fold_vector(memory, slab, columns[column], vector);
        }
    }
}

/* Joins a column's lanes, of which the slab's last row may have had too few for a vector. */
CLR_FN clr_state clr_join_lanes(const clr_memory memory, const clr_span slab,
                                const clr_lanes_state column, const uint vector)
{
    const uint end  = (uint)slab.count / CLR_LANES * CLR_LANES;
    const bool cut  = (end / CLR_LANES) % CLR_ROW_VECTORS == vector;
    clr_state waiting[CLR_LEVELS];
    clr_state state = clr_none();

#pragma unroll
    for (uint lane = 0; lane < CLR_LANES; lane++) {
        state = clr_lane(column, lane);
        if (0)
            state = clr_fold_element(memory, slab, state, end + lane);
        state = clr_join(memory, waiting, lane, state);
    }
    return state;
}

CLR_FN clr_state clr_item_fold(const clr_memory memory, const clr_span slab)
{
    const uint first = CLR_ITEM % CLR_TEAM * CLR_COLUMNS;
    clr_lanes_state columns[CLR_COLUMNS];
    clr_state waiting[CLR_LEVELS];
    clr_state state = clr_none();

    for (uint column = 0; column < CLR_COLUMNS; column++)
        columns[column] = clr_lanes_none();
    clr_fold_columns(memory, slab, first, columns);
    for (uint column = 0; column < CLR_COLUMNS; column++) {
        state = clr_join_lanes(memory, slab, columns[column], first + column);
        state = clr_join(memory, waiting, column, state);
    }
    return state;
}
