/*
 * reduce_across - columns on a CPU: an item folds up to CLR_ROW_SIDES vectors of neighbouring
 * columns, row by row, so that it reads up to a KiB of each row; their states stay in the nearest
 * cache. With two vectors in registers it read 128 bytes of each, and 256 x 256 x 256 over axis 0
 * had 0.51 of flat, where it has 0.85 (docs/history/2026-11-25-cpu-shapes.md, "Columns"). Each
 * column takes its elements in their order, as in cl/reduce_items.cl.
 */
#define CLR_LIE_BESIDE(x) /* for a mask */

/* The vectors of a line of columns; the last one overlaps its predecessor to be whole. */
typedef struct clr_columns {
    ulong first; /* the first vector's column in the line */
    ulong last;  /* the last vector's column */
    uint count;
} clr_columns;

/* The vectors of block `block` of `blocks`: lines are cut evenly. */
CLR_FN clr_columns clr_columns_of(const ulong extent, const ulong block, const ulong blocks)
{
    const ulong vectors = (extent + CLR_LANES - 1) / CLR_LANES;
    const ulong length  = vectors / blocks;
    const ulong longer  = vectors % blocks; /* blocks with one vector more */
    const ulong first   = block * length + min(block, longer);
    const clr_columns columns = {first * CLR_LANES, extent - CLR_LANES,
                                 (uint)(length + (block < longer ? 1 : 0))};

    return columns;
}

CLR_FN ulong clr_column_of(const clr_columns columns, const uint side)
{
    return min(columns.first + side * CLR_LANES, columns.last);
}

/* Folds a line of elements: CLR_LOADS rows at a time, then one by one. */
CLR_FN void clr_fold_rows(const clr_memory memory, const clr_span span,
                          __constant const clr_axis *axis, const clr_columns columns,
                          clr_lanes_state *states)
{
    ulong i = 0;

    for (; i + CLR_LOADS <= span.count; i += CLR_LOADS) {
#pragma unroll 1
        for (uint side = 0; side < columns.count; side++) {
            const ulong at = clr_column_of(columns, side);
            clr_lanes_inputs inputs[CLR_LOADS];

#pragma unroll
            for (uint load = 0; load < CLR_LOADS; load++) {
                inputs[load] = clr_read_lanes(memory, clr_step_by(span, axis, i + load), at);
            }
            states[side] =
                clr_lanes_fold_tile(memory, states[side], inputs, span.base + i, 1, span.total);
        }
    }
    for (; i < span.count; i++) {
#pragma unroll 1
        for (uint side = 0; side < columns.count; side++) {
            const ulong at = clr_column_of(columns, side);
            clr_lanes_inputs inputs[1];

            inputs[0]    = clr_read_lanes(memory, clr_step_by(span, axis, i), at);
            states[side] =
                clr_lanes_fold_one(memory, states[side], inputs, span.base + i, 0, span.total);
        }
    }
}

/* Folds all elements of the columns; the span begins with their line. */
CLR_FN void clr_fold_columns(const clr_memory memory, clr_span span, const clr_columns columns,
                             clr_lanes_state *states)
{
    __constant const clr_shape *shape = span.shape;
    __constant const clr_axis  *axis  = shape->axes + (shape->reduced ? shape->kept : 0);
    const ulong length     = shape->reduced ? axis->extent : 1;

    CLR_EACH_INPUT(CLR_LIE_BESIDE)
    span.aligned = span.alike = false;
#pragma unroll 1
    for (uint side = 0; side < columns.count; side++) {
        states[side] = clr_lanes_none();
    }
    for (ulong first = 0; first < shape->length; first += length) {
        clr_span line = clr_move_by(span, clr_places_of(shape, first));

        line.base  = first;
        line.count = length;
        clr_fold_rows(memory, line, axis, columns, states);
    }
}

/* `row` and `job` are the line's first column's. */
CLR_FN void clr_settle_columns(const clr_memory memory, const clr_job job, const ulong row,
                               const long step, const clr_columns columns,
                               const clr_lanes_state *states CLR_LIST_PARAMETERS)
{
#pragma unroll 1
    for (uint side = 0; side < columns.count; side++) {
        const ulong at      = clr_column_of(columns, side);
        const uint  skipped = (uint)(columns.first + side * CLR_LANES - at);

#pragma unroll
        for (uint lane = 0; lane < CLR_LANES; lane++) {
            clr_state state = clr_lane(states[side], lane);
            clr_job   its   = job;

            CLR_EACH_PLACED(CLR_PUT_BACK)
            its.place += (long)(at + lane) * step;
            if (lane >= skipped)
                clr_settle(memory, its, state, row + at + lane CLR_LIST_ARGUMENTS);
        }
    }
}

__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_reduce_across(CLR_INPUT_PARAMETERS CLR_SHAPE_PARAMETERS
                       CLR_OUTPUT_PARAMETERS const ulong rows, const ulong blocks,
                       const ulong line_blocks, const uint lie CLR_LIST_PARAMETERS CLR_MEMORY_PARAMETER)
{
    __local clr_state *scratch = 0; /* an item alone shares nothing */
    const clr_memory memory = clr_memory_of(CLR_MEMORY);
    const clr_share  share  = clr_share_of_group((blocks + CLR_GROUP_SIZE - 1) / CLR_GROUP_SIZE);
    clr_span span;
    clr_job  job;
    clr_lanes_state states[CLR_ROW_SIDES];
    CLR_MAKE_SHAPE

    CLR_SET_INPUTS
    CLR_EACH_ARRAY(CLR_SET_ARRAY)
    for (ulong tile = share.first; tile < share.end; tile += share.step) {
        const ulong block = tile * CLR_GROUP_SIZE + CLR_ITEM;

        if (block >= blocks)
            break;
        const ulong extent        = shape->axes[0].extent;
        const ulong line          = block / line_blocks;
        const clr_columns columns = clr_columns_of(extent, block - line * line_blocks, line_blocks);
        clr_span found = span;

        job.place = first_place;
        clr_find_row(shape, line * extent, &found, &job);
        clr_note(memory, CLR_TRACE_TURN, line * extent + columns.first, columns.count * CLR_LANES);
        clr_fold_columns(memory, found, columns, states);
        clr_settle_columns(memory, job, line * extent, shape->axes[0].result, columns,
                           states CLR_LIST_ARGUMENTS);
    }
}
