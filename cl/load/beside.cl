/* beside - reads one element of each of CLR_LANES results side by side, a result a lane: as a
 * vector where neighbouring results' elements are neighbours, else one by one. */
CLR_FN clr_lanes_inputs clr_gather_lanes(const clr_memory memory, const clr_span span,
                                         const clr_places *begins)
{
    clr_lanes_each each;

#pragma unroll
    for (uint lane = 0; lane < CLR_LANES; lane++) {
        const clr_span   its = clr_move_by(span, begins[lane]);
        const clr_inputs one = clr_read_inputs(its, 0);

        clr_note(memory, CLR_TRACE_LOAD, CLR_LOAD_PLACE(its, 0), CLR_STORED_SIZE);
        CLR_EACH_INPUT(CLR_SET_LANE)
    }
    CLR_COPY_SCALARS(each.lanes, span)
    return each.lanes;
}

/* Reads element `i` of the span: a vector across neighbouring results, or lane by lane. */
CLR_FN clr_lanes_inputs clr_read_lanes(const clr_memory memory, const clr_span span, const ulong i)
{
    clr_note(memory, CLR_TRACE_LOAD, CLR_LOAD_PLACE(span, i), CLR_LANES * CLR_STORED_SIZE);
    return clr_lanes_read_inputs(span, i);
}
