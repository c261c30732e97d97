/* alone_reads - how an item alone reads vectors and elements of a result, which may begin at any
 * address; traced plans log it. */
CLR_FN clr_lanes_inputs clr_read_vector_alone(const clr_memory memory, const clr_span span,
                                              const ulong i)
{
    clr_note(memory, CLR_TRACE_LOAD, CLR_LOAD_PLACE(span, i), CLR_LANES * CLR_STORED_SIZE);
    return clr_lanes_read_inputs(span, i);
}

CLR_FN clr_inputs clr_read_element_alone(const clr_memory memory, const clr_span span,
                                         const ulong i)
{
    clr_note(memory, CLR_TRACE_LOAD, CLR_LOAD_PLACE(span, i), CLR_STORED_SIZE);
    return clr_read_inputs(span, i);
}
