/*
 * slices - an item's part of a slice, which is a range of a result's elements
 * (cl/reduce_slices.cl). Of columns an item takes every `step`th element of CLR_LANES results, one
 * a lane; other items of the group take the elements between. `lie` says whether a vector has the
 * lanes' elements (CLR_LIE_ACROSS) or each lane's is read alone, from `begins`, the lanes'
 * distances in memory. Of lines, whose elements are neighbours along the fastest reduced axis, an
 * item takes every CLR_GROUP_SIZEth vector of one result, and elements that fill no vector one by
 * one.
 */
#define CLR_STEP_IS_WHOLE(x) is_aligned &= shape->axes[axis].x % CLR_LANES == 0;
#define CLR_IS_WHOLE(x)      is_aligned &= clr_past(span.x) == 0;

/* ---- columns ---- */

CLR_FN clr_lanes_inputs clr_read_column(const clr_memory memory, const clr_span span,
                                        __constant const clr_axis *axis, const ulong i,
                                        const clr_places *begins, const uint lie)
{
    const clr_span there = clr_step_by(span, axis, i);

    return lie == CLR_LIE_ACROSS ? clr_lanes_read_inputs(there, 0)
                                 : clr_gather_lanes(memory, there, begins);
}

/* Folds every `step`th element of the span, along an axis, CLR_LOADS of each lane in flight. */
CLR_FN clr_lanes_state clr_fold_steps(const clr_memory memory, const clr_span span,
                                      __constant const clr_axis *axis, const clr_places *begins,
                                      const uint lie, const uint step, clr_lanes_state state)
{
    const ulong last = (ulong)step * (CLR_LOADS - 1); /* from a run's first element to its last */
    ulong i = 0;

    for (; i + last < span.count; i += last + step) {
        clr_lanes_inputs inputs[CLR_LOADS];

#pragma unroll
        for (uint load = 0; load < CLR_LOADS; load++) {
            inputs[load] = clr_read_column(memory, span, axis, i + load * step, begins, lie);
        }
        state = clr_lanes_fold_tile(memory, state, inputs, span.base + i, step, span.total);
    }
    for (; i < span.count; i += step) {
        clr_lanes_inputs inputs[1];

        inputs[0] = clr_read_column(memory, span, axis, i, begins, lie);
        state     = clr_lanes_fold_one(memory, state, inputs, span.base + i, 0, span.total);
    }
    return state;
}

/* Folds elements `first`, `first + step`, ... below `end` of the lanes' results; `results` begins
 * with lane 0's. Line by line along the fastest axis. Tests alignment once, not at each load. */
CLR_FN clr_lanes_state clr_fold_column_slice(const clr_memory memory, const clr_span results,
                                        const clr_places *begins, const uint lie, ulong first,
                                        const ulong end, const uint step)
{
    clr_lanes_state state = clr_lanes_none();

    while (first < end) {
        /* read here, not above the loop: an item without results has no shape in `results` */
        __constant const clr_shape *shape = results.shape;
        __constant const clr_axis  *axis  = shape->axes + shape->kept;
        clr_span span       = clr_move_by(results, clr_places_of(shape, first));
        bool     is_aligned = true;

        span.base  = first;
        span.count = min((clr_over_extent(axis, first) + 1) * axis->extent, end) - first;
        first += (span.count + step - 1) / step * step;
        CLR_EACH_INPUT(CLR_ARE_WHOLE)
        span.aligned = span.alike = true;
        if (lie != CLR_LIE_ACROSS) {
            state = clr_fold_steps(memory, span, axis, begins, CLR_LIE_APART, step, state);
        } else if (is_aligned) {
            state = clr_fold_steps(memory, span, axis, begins, CLR_LIE_ACROSS, step, state);
        } else {
            span.aligned = span.alike = false;
            state = clr_fold_steps(memory, span, axis, begins, CLR_LIE_ACROSS, step, state);
        }
    }
    return state;
}

/* Folds every `step`th of the last `rest` elements of result `row`, from number `first` of these
 * on. The result has one axis. */
CLR_FN clr_state clr_fold_rest_of_column(const clr_memory memory,
                                         __constant const clr_shape *shape, const clr_span inputs,
                                         clr_job job, const ulong row, const uint first,
                                         const uint rest, const uint step, clr_state state)
{
    for (uint i = first; i < rest; i += step) {
        const ulong number = shape->length - rest + i;
        clr_span    span   = inputs;
        clr_inputs  one[1];

        clr_find_row(shape, row, &span, &job);
        one[0] = clr_read_inputs(clr_step_by(span, shape->axes + shape->kept, number), 0);
        state  = clr_fold_one(memory, state, one, number, 0, span.total);
    }
    return state;
}

/* ---- lines ---- */

/* Where line `line` begins, in elements from the result's first. */
CLR_FN clr_places clr_line_at(__constant const clr_shape *shape, const ulong line)
{
    const uint end  = shape->kept + shape->reduced;
    uint       axis = shape->kept + 1;
    ulong      left = line;
    clr_places places;

    CLR_EACH_INPUT(CLR_NOWHERE)
#pragma unroll 1
    for (; axis + 1 < end; axis++) {
        const ulong extent = shape->axes[axis].extent;
        const ulong above  = left / extent;
        const long  index  = (long)(left - above * extent);

        CLR_EACH_INPUT(CLR_GO_ON)
        left = above;
    }
    if (axis < end) {
        const long index = (long)left;

        CLR_EACH_INPUT(CLR_GO_ON)
    }
    return places;
}

/* A vector of a result's lines, and the step to the item's next one. */
typedef struct clr_line_vector {
    ulong line;
    ulong vector;     /* its number in the line ... */
    ulong vectors;    /* ... and the line's vectors */
    ulong step_lines; /* step in lines, and the rest in vectors */
    ulong step;
} clr_line_vector;

CLR_FN clr_line_vector clr_find_vector(const ulong vectors, const ulong number)
{
    clr_line_vector at;

    at.vectors    = vectors;
    at.line       = number / vectors;
    at.vector     = number - at.line * vectors;
    at.step_lines = CLR_GROUP_SIZE / vectors;
    at.step       = CLR_GROUP_SIZE - at.step_lines * vectors;
    return at;
}

CLR_FN clr_line_vector clr_next_vector(clr_line_vector at)
{
    at.vector += at.step;
    at.line += at.step_lines;
    if (at.vector >= at.vectors) {
        at.vector -= at.vectors;
        at.line++;
    }
    return at;
}

/* Index in the result of the vector's first element. */
CLR_FN ulong clr_index_in_lines(__constant const clr_axis *axis, const clr_line_vector at)
{
    return at.line * axis->extent + at.vector * CLR_LANES;
}

CLR_FN clr_lanes_inputs clr_read_line(const clr_span span, const clr_line_vector at)
{
    return clr_lanes_read_inputs(clr_move_by(span, clr_line_at(span.shape, at.line)),
                                 at.vector * CLR_LANES);
}

/* Folds the item's vectors with numbers from `first` to `end` - 1. Where lines are whole vectors,
 * indices of elements grow evenly along a run's vectors, which are then folded as one run; else
 * each vector is folded by its own index. */
CLR_FN clr_along clr_fold_vectors_of_lines(const clr_memory memory, const clr_span span,
                                                 const ulong first, const ulong end)
{
    __constant const clr_axis *axis = span.shape->axes + span.shape->kept;
    const ulong     vectors  = axis->extent / CLR_LANES;
    const bool      is_whole = vectors * CLR_LANES == axis->extent;
    clr_along       along    = clr_along_none();
    ulong           number   = first + CLR_ITEM;
    clr_line_vector at       = clr_find_vector(vectors, number);

    for (; number + CLR_GROUP_SIZE * (CLR_LOADS - 1) < end; number += CLR_GROUP_SIZE * CLR_LOADS) {
        clr_line_vector  ahead = at;
        clr_lanes_inputs inputs[CLR_LOADS];

#pragma unroll
        for (uint load = 0; load < CLR_LOADS; load++) {
            inputs[load] = clr_read_line(span, ahead);
            ahead        = clr_next_vector(ahead);
        }
        if (is_whole) {
            along = clr_along_take_tile(memory, along, inputs, clr_index_in_lines(axis, at),
                                        CLR_GROUP_SIZE * CLR_LANES, span.total);
            at    = ahead;
        } else {
#pragma unroll
            for (uint load = 0; load < CLR_LOADS; load++) {
                along = clr_along_take_one(memory, along, inputs + load,
                                           clr_index_in_lines(axis, at), span.total);
                at    = clr_next_vector(at);
            }
        }
    }
    for (; number < end; number += CLR_GROUP_SIZE) {
        clr_lanes_inputs inputs[1];

        inputs[0] = clr_read_line(span, at);
        along = clr_along_take_one(memory, along, inputs, clr_index_in_lines(axis, at), span.total);
        at    = clr_next_vector(at);
    }
    return along;
}

/* Folds the item's elements that fill no vector, at the ends of lines. */
CLR_FN clr_state clr_fold_loose(const clr_memory memory, const clr_span span, const ulong first,
                                const ulong end)
{
    const ulong extent = span.shape->axes[span.shape->kept].extent;
    const ulong loose  = extent % CLR_LANES; /* of a line */
    clr_state state    = clr_none();

    for (ulong number = first + CLR_ITEM; number < end; number += CLR_GROUP_SIZE) {
        const ulong line = number / loose;
        const ulong i    = extent - loose + (number - line * loose);
        clr_inputs  inputs[1];

        inputs[0] = clr_read_inputs(clr_move_by(span, clr_line_at(span.shape, line)), i);
        state     = clr_fold_one(memory, state, inputs, line * extent + i, 0, span.total);
    }
    return state;
}

/* Folds the item's part of slice `slice` of `slices`: of `length` vectors, and of an even share of
 * the elements that fill none. */
CLR_FN clr_state clr_fold_line_slice(const clr_memory memory, clr_span span, const ulong slice,
                                const ulong slices, const ulong length)
{
    __constant const clr_shape *shape = span.shape;
    const ulong extent  = shape->axes[shape->kept].extent;
    const ulong lines   = shape->length / extent;
    const ulong vectors = lines * (extent / CLR_LANES);
    const ulong loose   = lines * (extent % CLR_LANES);
    const ulong edges   = (loose + slices - 1) / slices;
    bool is_aligned = true;
    clr_along along;

    CLR_EACH_INPUT(CLR_IS_WHOLE)
    for (uint axis = shape->kept + 1; axis < shape->kept + shape->reduced; axis++) {
        CLR_EACH_INPUT(CLR_STEP_IS_WHOLE)
    }
    span.aligned = span.alike = true;
    if (is_aligned) {
        along = clr_fold_vectors_of_lines(memory, span, slice * length,
                                          min((slice + 1) * length, vectors));
    } else {
        span.aligned = span.alike = false;
        along = clr_fold_vectors_of_lines(memory, span, slice * length,
                                          min((slice + 1) * length, vectors));
    }
    return clr_combine(memory, clr_along_state(memory, along),
                       clr_fold_loose(memory, span, slice * edges, min((slice + 1) * edges, loose)));
}
