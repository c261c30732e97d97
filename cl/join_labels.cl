/*
 * join_labels - makes results of labels whose entries lie in several tiles, from the partials that
 * cl/walk_labels.cl left.
 *
 * A group joins the labels that begin in CLR_JOIN_TILES tiles, `columns` results of each label;
 * `across` groups share all results of these labels. One item merges the partials of a label that
 * ends at most CLR_JOIN_TILES tiles further on. At most one label of the group ends later: all
 * items merge its partials, as one item alone would walk from tile to tile
 * (docs/history/2026-11-26-labels-along-axes.md).
 */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_join_labels(CLR_WALK_PARAMETERS, const uint columns, const uint across CLR_LIST_PARAMETERS)
{
    __local clr_state cells[CLR_GROUP_SIZE];
    const clr_memory memory = clr_memory_of(cells CLR_EACH_DDOF(CLR_DDOF_NAME));
    CLR_MAKE_SORTED
    const uint  tiles  = clr_tile_count(sorted);
    const uint  block  = (uint)get_group_id(0) / across;
    const uint  first  = block * CLR_JOIN_TILES;
    const uint  end    = min(first + CLR_JOIN_TILES, tiles);
    const uint  deep   = CLR_GROUP_SIZE / columns;
    const uint  down   = CLR_ITEM / columns;
    const ulong number = (ulong)((uint)get_group_id(0) - block * across) * columns +
                         (CLR_ITEM - down * columns);
    const uint  lane   = (uint)(number % CLR_LANES);
    clr_column  column = {states + number, vectors * CLR_LANES, 0, rows, false};
    clr_crossing crossing = {0, 0, 0, 0};
    clr_state    state = clr_none();
    clr_results  results;
    clr_span     span;
    clr_job      job;
    bool         is_long = false;

    CLR_SET_INPUTS
    CLR_EACH_ARRAY(CLR_SET_ARRAY)
    job.place = first_place;
    if (down < deep && number < vectors * CLR_LANES && first < tiles) {
        clr_number_results(shape, first_vector + number / CLR_LANES, rows, line_vectors, lie,
                           &results);
        column.is_there = lane >= results.skipped && lane < results.end;
        column.row      = results.row + lane;
        if (column.is_there)
            clr_find_row(shape, column.row, &span, &job);
    }
    if (first < tiles) {
        crossing = clr_find_crossing(sorted, end);
        is_long  = crossing.tile >= first && crossing.last - crossing.tile > CLR_JOIN_TILES;
    }
    for (uint tile = first + down; tile < end && column.is_there; tile += deep) {
        const clr_crossing its = clr_find_crossing(sorted, tile + 1);

        if (its.tile == tile && its.last > tile && its.last - tile <= CLR_JOIN_TILES) {
            clr_job its_job = job;

            its_job.place += its.label * rows;
            its_job.total = its.total;
            clr_settle(memory, its_job, clr_fold_crossing(memory, column, its, 0, 1),
                       its.label * rows + column.row CLR_LIST_ARGUMENTS);
        }
    }
    if (is_long && column.is_there)
        state = clr_fold_crossing(memory, column, crossing, down, deep);
    clr_put(memory, CLR_ITEM, state);
    clr_meet(memory);
    clr_fold_deep(memory, columns, deep);
    for (uint item = CLR_ITEM; item < columns && is_long && column.is_there; item += CLR_GROUP_SIZE) {
        job.place += crossing.label * rows;
        job.total = crossing.total;
        clr_settle(memory, job, clr_get(memory, item),
                   crossing.label * rows + column.row CLR_LIST_ARGUMENTS);
    }
}
