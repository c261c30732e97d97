/*
 * alone - an item alone, on a CPU, folds a result of contiguous elements: in vectors from the first
 * element on, aligned or not, as CPUs lose nothing by unaligned loads, then element by element. The
 * piece is compiled for an attempt and for a second try: CLR_TRY(name) names the state's kind.
 * Lanes' states are folded upper half into lower, which compilers vectorise.
 */
CLR_FN CLR_TRY(lanes_state) CLR_TRY(fold_vectors)(const clr_memory memory, const clr_span span,
                                                  const ulong whole)
{
    CLR_TRY(lanes_state) lanes = CLR_TRY(lanes_none)();
    ulong i = 0;

    for (; i + CLR_LOADS * CLR_LANES <= whole; i += CLR_LOADS * CLR_LANES) {
        clr_lanes_inputs inputs[CLR_LOADS];

#pragma unroll
        for (uint load = 0; load < CLR_LOADS; load++) {
            inputs[load] = clr_read_vector_alone(memory, span, i + load * CLR_LANES);
        }
        lanes = CLR_TRY(take_run)(memory, lanes, inputs, i, span.count);
    }
    for (; i < whole; i += CLR_LANES) {
        const clr_lanes_inputs inputs = clr_read_vector_alone(memory, span, i);

        lanes = CLR_TRY(take_vector)(memory, lanes, &inputs, i, span.count);
    }
    return lanes;
}

CLR_FN CLR_TRY(state) CLR_TRY(narrow)(const clr_memory memory, const CLR_TRY(lanes_state) lanes)
{
    CLR_TRY(state) states[CLR_LANES];

#pragma unroll
    for (uint lane = 0; lane < CLR_LANES; lane++) {
        states[lane] = CLR_TRY(lane)(lanes, lane);
    }
#pragma unroll
    for (uint left = CLR_LANES / 2; left > 0; left /= 2) {
#pragma unroll
        for (uint lane = 0; lane < left; lane++) {
            states[lane] = CLR_TRY(merge)(memory, states[lane], states[lane + left]);
        }
    }
    return states[0];
}
