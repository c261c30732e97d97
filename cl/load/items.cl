/*
 * items - an item folds CLR_LANES results side by side, one a lane, each in the order of its
 * elements, and waits for no other item (cl/reduce_items.cl). How elements lie decides how they are
 * read: where neighbouring results' elements are neighbours, vectors across results are loaded,
 * CLR_SIDES side by side; where a result's elements are neighbours, vectors of each result are
 * loaded and transposed; else lanes are gathered one by one.
 */
/* Each takes an input's letter, and the other names from the function that uses it. Element e of a
 * vector that was loaded for `lane` becomes that lane of the block's vector first + e. */
#define CLR_TURN_LANE(x)  block[first + e].each.x[lane] = row.each.x[e];
/* Clears is_aligned unless all vectors along the axis are aligned: the first one and the steps are.
 */
#define CLR_ARE_WHOLE(x)  is_aligned &= clr_past(span.x) == 0 && axis->x % CLR_LANES == 0;

/* Folds the span's elements along an axis, gathered lane by lane, CLR_LOADS of each in flight. The
 * fifth argument of the folds is the distance between the indices of a tile's vectors: 1, as a lane
 * has one element of each; 0 where there is one vector. */
CLR_FN clr_lanes_state clr_fold_apart(const clr_memory memory, const clr_span span,
                                      __constant const clr_axis *axis, const clr_places *begins,
                                      clr_lanes_state state)
{
    ulong i = 0;

    for (; i + CLR_LOADS <= span.count; i += CLR_LOADS) {
        clr_lanes_inputs inputs[CLR_LOADS];

#pragma unroll
        for (uint load = 0; load < CLR_LOADS; load++) {
            inputs[load] = clr_gather_lanes(memory, clr_step_by(span, axis, i + load), begins);
        }
        state = clr_lanes_fold_tile(memory, state, inputs, span.base + i, 1, span.total);
    }
    for (; i < span.count; i++) {
        clr_lanes_inputs inputs[1];

        inputs[0] = clr_gather_lanes(memory, clr_step_by(span, axis, i), begins);
        state     = clr_lanes_fold_one(memory, state, inputs, span.base + i, 0, span.total);
    }
    return state;
}

/* Folds where neighbouring lanes' elements are neighbours, CLR_SIDES vectors side by side. */
CLR_FN void clr_fold_sides(const clr_memory memory, const clr_span span,
                           __constant const clr_axis *axis, clr_lanes_state *states)
{
    ulong i = 0;

    for (; i + CLR_LOADS <= span.count; i += CLR_LOADS) {
#pragma unroll
        for (uint side = 0; side < CLR_SIDES; side++) {
            clr_lanes_inputs inputs[CLR_LOADS];

#pragma unroll
            for (uint load = 0; load < CLR_LOADS; load++) {
                inputs[load] =
                    clr_read_lanes(memory, clr_step_by(span, axis, i + load), side * CLR_LANES);
            }
            states[side] =
                clr_lanes_fold_tile(memory, states[side], inputs, span.base + i, 1, span.total);
        }
    }
    for (; i < span.count; i++) {
#pragma unroll
        for (uint side = 0; side < CLR_SIDES; side++) {
            clr_lanes_inputs inputs[1];

            inputs[0] = clr_read_lanes(memory, clr_step_by(span, axis, i), side * CLR_LANES);
            states[side] =
                clr_lanes_fold_one(memory, states[side], inputs, span.base + i, 0, span.total);
        }
    }
}

/* Folds a line where neighbouring lanes' elements are neighbours. Alignment is tested once for the
 * line, not at each load: the compiler makes a loop for each outcome, in which `aligned` and
 * `alike` (cl/load/span.cl) are constants. */
CLR_FN void clr_fold_across(const clr_memory memory, clr_span span, __constant const clr_axis *axis, clr_lanes_state *states)
{
    bool is_aligned = true;

    CLR_EACH_INPUT(CLR_ARE_WHOLE)
    span.aligned = span.alike = true;
    if (is_aligned) {
        clr_fold_sides(memory, span, axis, states);
    } else {
        span.aligned = span.alike = false;
        clr_fold_sides(memory, span, axis, states);
    }
}

/* Elements of each result that are loaded at a time where they are transposed: whole vectors, and
 * whole runs, as both are powers of two. */
#define CLR_BLOCK_LENGTH (CLR_LANES > CLR_LOADS ? CLR_LANES : CLR_LOADS)

/* Loads vectors of each lane's result, transposes them, and folds run by run. Vectors that are
 * filled lane by lane have no scalars, which reading would set: these are copied from the span. */
CLR_FN clr_lanes_state clr_fold_block(const clr_memory memory, const clr_span span,
                                      const clr_places *begins, clr_lanes_state state)
{
    clr_lanes_each block[CLR_BLOCK_LENGTH];

#pragma unroll
    for (uint first = 0; first < CLR_BLOCK_LENGTH; first += CLR_LANES) {
#pragma unroll
        for (uint lane = 0; lane < CLR_LANES; lane++) {
            clr_lanes_each row;

            row.lanes = clr_read_lanes(memory, clr_move_by(span, begins[lane]), first);
#pragma unroll
            for (uint e = 0; e < CLR_LANES; e++) {
                CLR_EACH_INPUT(CLR_TURN_LANE)
            }
        }
    }
#pragma unroll
    for (uint first = 0; first < CLR_BLOCK_LENGTH; first += CLR_LOADS) {
        clr_lanes_inputs inputs[CLR_LOADS];

#pragma unroll
        for (uint load = 0; load < CLR_LOADS; load++) {
            inputs[load] = block[first + load].lanes;
            CLR_COPY_SCALARS(inputs[load], span)
        }
        state = clr_lanes_fold_tile(memory, state, inputs, span.base + first, 1, span.total);
    }
    return state;
}

/* Folds results whose elements lie side by side in memory: whole blocks, then the elements behind
 * the last whole block one by one. */
CLR_FN clr_lanes_state clr_fold_along(const clr_memory memory, clr_span span,
                                      __constant const clr_axis *axis,
                                      const clr_places *begins, clr_lanes_state state)
{
    span.aligned = span.alike = false;
    for (; span.count >= CLR_BLOCK_LENGTH; span.count -= CLR_BLOCK_LENGTH) {
        state = clr_fold_block(memory, span, begins, state);
        span  = clr_step_by(span, axis, CLR_BLOCK_LENGTH);
        span.base += CLR_BLOCK_LENGTH;
    }
    return clr_fold_apart(memory, span, axis, begins, state);
}

/* Folds all elements of the results, line by line along the fastest reduced axis; the span begins
 * with lane 0's result, and `begins` has the lanes' offsets from it. There is one vector of results
 * unless elements lie across memory. */
CLR_FN void clr_fold_results(const clr_memory memory, const clr_span span, const clr_places *begins,
                             const uint lie, clr_lanes_state *states)
{
    __constant const clr_shape *shape = span.shape;
    __constant const clr_axis  *axis  = shape->axes + (shape->reduced ? shape->kept : 0);
    const ulong length     = shape->reduced ? axis->extent : 1;

#pragma unroll
    for (uint side = 0; side < CLR_SIDES; side++) {
        states[side] = clr_lanes_none();
    }
    for (ulong first = 0; first < shape->length; first += length) {
        clr_span line = clr_move_by(span, clr_places_of(shape, first));

        line.base  = first;
        line.count = length;
        if (lie == CLR_LIE_ACROSS)
            clr_fold_across(memory, line, axis, states);
        else if (lie == CLR_LIE_ALONG)
            states[0] = clr_fold_along(memory, line, axis, begins, states[0]);
        else
            states[0] = clr_fold_apart(memory, line, axis, begins, states[0]);
    }
}
