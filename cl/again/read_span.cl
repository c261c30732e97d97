/* read_span - reads an element of a segment by its number. */
CLR_FN clr_inputs clr_read_again(const clr_memory memory, const clr_span span, const ulong i)
{
    clr_note(memory, CLR_TRACE_LOAD, CLR_LOAD_PLACE(span, i), CLR_STORED_SIZE);
    return clr_read_inputs(span, i);
}
