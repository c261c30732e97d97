/*
 * alone_brief - an item alone makes an exact sum in one double a lane, which does for most results
 * that are short, by the proof of cl/stage/brief.cl.
 */
/*
 * needs:    clr_m0_lanes_number CLR_WIDE clr_m0_lanes_constant clr_brief CLR_LANES
 *           clr_m0_number_lane clr_memory clr_lanes_inputs clr_m0_lanes_lift
 *           clr_m0_lanes_element_of CLR_LOADS clr_span clr_inputs clr_read_element_alone
 *           clr_m0_lift clr_m0_element_of CLR_DOUBLE_MAGNITUDE
 * provides: clr_lanes_brief CLR_TRY(lanes_state) CLR_TRY(lanes_none) CLR_TRY(lane)
 *           clr_lanes_brief_add CLR_TRY(take_vector) CLR_TRY(take_some) CLR_TRY(take_run)
 *           CLR_TRY(fold_few)
 */
typedef struct clr_lanes_brief {
    clr_m0_lanes_number sum;
    CLR_WIDE(uint) largest;
    CLR_WIDE(uint) smallest; /* less 1 */
} clr_lanes_brief;

typedef clr_lanes_brief CLR_TRY(lanes_state);

CLR_FN clr_lanes_brief CLR_TRY(lanes_none)(void)
{
    clr_lanes_brief brief;

    brief.sum      = clr_m0_lanes_constant(-0.0);
    brief.largest  = (CLR_WIDE(uint))(0);
    brief.smallest = (CLR_WIDE(uint))(UINT_MAX);
    return brief;
}

CLR_FN clr_brief CLR_TRY(lane)(const clr_lanes_brief lanes, const uint lane)
{
    union {
        CLR_WIDE(uint) lanes;
        uint lane[CLR_LANES];
    } largest, smallest;
    clr_brief brief;

    largest.lanes  = lanes.largest;
    smallest.lanes = lanes.smallest;
    brief.sum      = clr_m0_number_lane(lanes.sum, lane);
    brief.largest  = largest.lane[lane];
    brief.smallest = smallest.lane[lane];
    return brief;
}

/* The same 32 bits of a magnitude, without the lowest. */
CLR_FN clr_lanes_brief clr_lanes_brief_add(clr_lanes_brief brief, const clr_m0_lanes_number x)
{
    const CLR_WIDE(uint) upper = CLR_WIDE(convert_uint)(CLR_WIDE(as_ulong)(x) >> 32) << 1;

    brief.sum += x;
    brief.largest  = max(brief.largest, upper);
    brief.smallest = min(brief.smallest, upper - 1);
    return brief;
}

CLR_FN clr_lanes_brief CLR_TRY(take_vector)(const clr_memory memory, const clr_lanes_brief brief,
                                            const clr_lanes_inputs *inputs, const ulong i,
                                            const ulong count)
{
    return clr_lanes_brief_add(brief,
                               clr_m0_lanes_lift(clr_m0_lanes_element_of(*inputs, i, count)));
}

/* Of a vector the lanes from `first` to in front of `end`: -0 changes nothing. */
CLR_FN clr_lanes_brief CLR_TRY(take_some)(const clr_memory memory, const clr_lanes_brief brief,
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

    return clr_lanes_brief_add(brief, select(zero, x, CLR_WIDE(convert_long)(is_taken)));
}

/* CLR_LOADS of them. */
CLR_FN clr_lanes_brief CLR_TRY(take_run)(const clr_memory memory, clr_lanes_brief brief,
                                         const clr_lanes_inputs *inputs, const ulong i,
                                         const ulong count)
{
#pragma unroll
    for (uint load = 0; load < CLR_LOADS; load++) {
        brief = CLR_TRY(take_vector)(memory, brief, inputs + load, i + load * CLR_LANES, count);
    }
    return brief;
}

/* Element by element, and nothing of it in a struct: clang 14 puts both halves of one into a register,
 * and takes them out of there at each step. */
CLR_FN clr_brief CLR_TRY(fold_few)(const clr_memory memory, const clr_span span)
{
    double sum = -0.0;
    uint largest  = 0;
    uint smallest = UINT_MAX;

#pragma unroll 1
    for (ulong i = 0; i < span.count; i++) {
        const clr_inputs inputs = clr_read_element_alone(memory, span, i);
        const double     x      = clr_m0_lift(clr_m0_element_of(inputs, i, span.count));
        const uint       upper  = (uint)(CLR_DOUBLE_MAGNITUDE(as_ulong(x)) >> 32);

        sum += x;
        largest  = max(largest, upper);
        smallest = min(smallest, upper - 1);
    }
    const clr_brief brief = {sum, largest, smallest};

    return brief;
}
