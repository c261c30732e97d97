/* read_axes - reads an element of a result along axes by its number, wherever it lies. */
CLR_FN clr_inputs clr_read_again(const clr_memory memory, const clr_span span, const ulong i)
{
    const clr_span its = clr_move_by(span, clr_places_of(span.shape, i));

    clr_note(memory, CLR_TRACE_LOAD, CLR_LOAD_PLACE(its, 0), CLR_STORED_SIZE);
    return clr_read_inputs(its, 0);
}
