/*
 * alone_brief - an item alone makes an exact sum in one double a lane, which is enough for most
 * short results: exact rows of 256 reach 0.99 of the flat sum's speed, 0.20 before
 * (docs/history/2026-11-25-cpu-shapes.md, "Rows and segments by an item alone"). cl/exact/brief.cl
 * has the proof.
 */
typedef clr_m0_lanes_brief CLR_TRY(lanes_state);

CLR_FN clr_m0_lanes_brief CLR_TRY(lanes_none)(void)
{
    return clr_m0_lanes_brief_none();
}

CLR_FN clr_m0_brief CLR_TRY(lane)(const clr_m0_lanes_brief lanes, const uint lane)
{
    return clr_m0_brief_lane(lanes, lane);
}

CLR_FN clr_m0_lanes_brief CLR_TRY(take_vector)(const clr_memory memory,
                                               const clr_m0_lanes_brief brief,
                                               const clr_lanes_inputs *inputs, const ulong i,
                                               const ulong count)
{
    return clr_m0_lanes_brief_add(brief,
                                  clr_m0_lanes_lift(clr_m0_lanes_element_of(*inputs, i, count)));
}

/* Takes the lanes from `first` to `end` - 1 of a vector; the other lanes add -0, which changes no
 * sum. */
CLR_FN clr_m0_lanes_brief CLR_TRY(take_some)(const clr_memory memory,
                                             const clr_m0_lanes_brief brief,
                                             const clr_lanes_inputs inputs, const ulong i,
                                             const ulong count, const int first, const int end)
{
    const clr_m0_lanes_number x    = clr_m0_lanes_lift(clr_m0_lanes_element_of(inputs, i, count));
    const clr_m0_lanes_number zero = clr_m0_lanes_constant(-0.0);
    union {
        CLR_WIDE(int) lanes;
        int lane[CLR_LANES];
    } number;

#pragma unroll
    for (uint lane = 0; lane < CLR_LANES; lane++) {
        number.lane[lane] = (int)lane;
    }
    const CLR_WIDE(int) is_taken = (number.lanes >= first) & (number.lanes < end);

    return clr_m0_lanes_brief_add(brief, select(zero, x, CLR_WIDE(convert_long)(is_taken)));
}

/* Takes CLR_LOADS vectors. */
CLR_FN clr_m0_lanes_brief CLR_TRY(take_run)(const clr_memory memory, clr_m0_lanes_brief brief,
                                            const clr_lanes_inputs *inputs, const ulong i,
                                            const ulong count)
{
#pragma unroll
    for (uint load = 0; load < CLR_LOADS; load++) {
        brief = CLR_TRY(take_vector)(memory, brief, inputs + load, i + load * CLR_LANES, count);
    }
    return brief;
}

/* Element by element, with the sum and both exponents in variables: of a struct clang 14 keeps both
 * halves in one register, and unpacks them at each step, 3 ns an element
 * (docs/history/2026-11-25-cpu-shapes.md). */
CLR_FN clr_m0_brief CLR_TRY(fold_few)(const clr_memory memory, const clr_span span)
{
    double sum = -0.0;
    uint largest  = 0;
    uint smallest = UINT_MAX;

#pragma unroll 1
    for (ulong i = 0; i < span.count; i++) {
        const clr_inputs inputs = clr_read_element_alone(memory, span, i);
        const double     x      = (double)clr_m0_lift(clr_m0_element_of(inputs, i, span.count));
        const uint       upper  = (uint)(CLR_DOUBLE_MAGNITUDE(as_ulong(x)) >> 32);

        sum += x;
        largest  = max(largest, upper);
        smallest = min(smallest, upper - 1);
    }
    const clr_m0_brief brief = {sum, largest, smallest};

    return brief;
}
