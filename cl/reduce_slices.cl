/*
 * reduce_slices - few results of many elements each, which lie across memory (columns), or in lines
 * apart from each other: a result's elements are cut into slices, so that all of the device has
 * work: 2^24 x 16 over axis 0 went from 900 to 4190 GB/s on an H200
 * (docs/history/2026-11-23-columns-masks-keys-labels.md, "Slices").
 *
 * A group folds a slice of several columns, or of one result's lines. It writes a partial of each
 * result to `states`, slice by slice; another launch folds the partials. Items take elements in
 * ascending order, not consecutive ones. Of columns a group has `abreast` vectors of results side
 * by side, and `across` groups have all of them. Its items are rows of `abreast` items, which read
 * neighbouring memory; items that fill no row are idle.
 */

/* Folds cells of CLR_SLICE_LANES lanes, `rows` rows of `columns` items, into row 0. (With the
 * barrier first in the loop PoCL 3.1 fails an assertion.) */
CLR_FN void clr_fold_rows(const clr_memory memory, const uint columns, const uint rows,
                          const uint lanes)
{
    for (uint left = rows; left > 1; left = (left + 1) / 2) {
        const uint middle = (left + 1) / 2;

        if (CLR_ITEM < (left - middle) * columns) {
            for (uint lane = 0; lane < lanes; lane++) {
                const uint cell = clr_cell_of(lane);

                clr_put(memory, cell,
                        clr_merge(memory, clr_get(memory, cell),
                                  clr_get(memory, cell + middle * columns)));
            }
        }
        clr_meet(memory);
    }
}

/* A slice has `length` elements of each of its columns; there are `rows` columns. An item without a
 * vector (not `is_there`) folds no elements and has no lanes, and comes along for the barriers. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_reduce_columns(CLR_INPUT_PARAMETERS CLR_SHAPE_PARAMETERS
                        __global clr_saved *states, const ulong rows, const ulong vectors,
                        const ulong line_vectors, const uint lie, const uint abreast,
                        const uint across, const ulong length)
{
    __local clr_state cells[CLR_SLICE_LANES * CLR_GROUP_SIZE];
    const clr_memory memory = clr_memory_of(cells CLR_EACH_DDOF(CLR_NO_DDOF));
    const uint  deep     = CLR_GROUP_SIZE / abreast;
    const uint  item_row = CLR_ITEM / abreast;
    const uint  slice    = (uint)get_group_id(0) / across;
    const ulong vector   = (ulong)((uint)get_group_id(0) - slice * across) * abreast +
                           (CLR_ITEM - item_row * abreast);
    const bool  is_there = item_row < deep && vector < vectors;
    const ulong end      = is_there ? min((slice + 1ul) * length, shape->length) : 0;
    clr_span span;
    clr_job  job;
    clr_results results;
    clr_lanes_state folded;

    CLR_SET_INPUTS
    job.place       = 0;
    results.skipped = results.end = 0;
    if (is_there) {
        clr_number_results(shape, vector, rows, line_vectors, lie, &results);
        clr_place_results(shape, span, job, &results);
    }
    folded = clr_fold_column_slice(memory, results.span, results.begins, lie, slice * length + item_row,
                              end, deep);
#pragma unroll
    for (uint first = 0; first < CLR_LANES; first += CLR_SLICE_LANES) {
        const uint last = item_row == 0 ? min(first + CLR_SLICE_LANES, results.end) : 0;

#pragma unroll
        for (uint cell = 0; cell < CLR_SLICE_LANES; cell++) {
            const uint lane = first + cell;
            clr_state state = clr_lane(folded, lane);

            CLR_EACH_PLACED(CLR_PUT_BACK)
            clr_put(memory, clr_cell_of(cell), state);
        }
        clr_meet(memory);
        clr_fold_rows(memory, abreast, deep, CLR_SLICE_LANES);
        for (uint lane = max(first, results.skipped); lane < last; lane++)
            clr_leave(memory, states, (uint)(slice * rows + results.row + lane),
                      clr_get(memory, clr_cell_of(lane - first)));
        clr_meet(memory);
    }
}

/* Cuts each of `rows` results from number `first_row` on into `slices`, of `length` vectors. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_reduce_lines(CLR_INPUT_PARAMETERS CLR_SHAPE_PARAMETERS
                      __global clr_saved *states, const ulong first_row, const ulong rows,
                      const uint slices, const ulong length)
{
    __local clr_state cells[CLR_GROUP_SIZE];
    const clr_memory memory = clr_memory_of(cells CLR_EACH_DDOF(CLR_NO_DDOF));
    const ulong row   = get_group_id(0) / slices;
    const uint  slice = (uint)(get_group_id(0) - row * slices);
    clr_state state = clr_none();
    clr_span  span;
    clr_job   job;

    CLR_SET_INPUTS
    job.place = 0;
    if (row < rows) {
        clr_find_row(shape, first_row + row, &span, &job);
        state = clr_fold_line_slice(memory, span, slice, slices, length);
    }
    clr_put(memory, CLR_ITEM, state);
    clr_meet(memory);
    clr_fold_rows(memory, 1, CLR_GROUP_SIZE, 1);
    for (uint item = CLR_ITEM; item < 1 && row < rows; item++)
        clr_leave(memory, states, (uint)(slice * rows + row), clr_get(memory, 0));
}

/* Partials that an item has in flight. */
#define CLR_SLICES_AHEAD 4

/* Folds a result's partials of slices `first`, `first + step`, ..., which lie `rows` apart. */
CLR_FN clr_state clr_fold_slice_states(const clr_memory memory, __global const clr_saved *states,
                                       const uint rows, const uint first, const uint slices,
                                       const uint step)
{
    clr_state state = clr_none();
    uint      slice = first;

    for (; slice + step * (CLR_SLICES_AHEAD - 1) < slices; slice += step * CLR_SLICES_AHEAD) {
        clr_state ahead[CLR_SLICES_AHEAD];

#pragma unroll
        for (uint i = 0; i < CLR_SLICES_AHEAD; i++) {
            ahead[i] = clr_fetch(memory, states, (slice + i * step) * rows);
        }
#pragma unroll
        for (uint i = 0; i < CLR_SLICES_AHEAD; i++) {
            state = clr_merge(memory, state, ahead[i]);
        }
    }
    for (; slice < slices; slice += step)
        state = clr_merge(memory, state, clr_fetch(memory, states, slice * rows));
    return state;
}

/* A group has `columns` results, a power of two; slices hold all of a result's elements but the
 * last `rest`. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_fold_slices(CLR_INPUT_PARAMETERS CLR_SHAPE_PARAMETERS
                     CLR_OUTPUT_PARAMETERS __global const clr_saved *states,
                     const ulong first_row, const ulong rows, const uint slices,
                     const uint columns, const uint rest CLR_LIST_PARAMETERS)
{
    __local clr_state cells[CLR_GROUP_SIZE];
    const clr_memory memory = clr_memory_of(cells CLR_EACH_DDOF(CLR_DDOF_NAME));
    const uint  deep  = CLR_GROUP_SIZE / columns;
    const ulong first = get_group_id(0) * (ulong)columns;
    const ulong row   = min(first + CLR_ITEM % columns, rows - 1);
    clr_state state;
    clr_span  span;
    clr_job   job;

    CLR_SET_INPUTS
    CLR_EACH_ARRAY(CLR_SET_ARRAY)
    job.place = first_place;
    state = clr_fold_slice_states(memory, states + row, (uint)rows, CLR_ITEM / columns, slices, deep);
    state = clr_fold_rest_of_column(memory, shape, span, job, first_row + row, CLR_ITEM / columns,
                                    rest, deep, state);
    clr_put(memory, CLR_ITEM, state);
    clr_meet(memory);
    clr_fold_rows(memory, columns, deep, 1);
    for (uint item = CLR_ITEM; item < columns && first + item < rows; item += CLR_GROUP_SIZE) {
        clr_span found = span;

        job.place = first_place;
        clr_find_row(shape, first_row + first + item, &found, &job);
        clr_settle(memory, job, clr_get(memory, item), first_row + first + item CLR_LIST_ARGUMENTS);
    }
}
