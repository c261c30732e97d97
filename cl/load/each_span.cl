/* each_span - reads an element of a segment by its number: its elements are neighbours. Its
 * alternative is cl/load/each_axes.cl. */
CLR_FN clr_inputs clr_read_each(const clr_memory memory, const clr_span span, const ulong i)
{
    clr_note(memory, CLR_TRACE_LOAD, CLR_LOAD_PLACE(span, i), CLR_STORED_SIZE);
    return clr_read_inputs(span, i);
}

/* Teams of the published order ask whether neighbouring results' elements are nearer to each other
 * than a result's, and then form teams of other items (cl/reduce_ordered.cl): never of segments. */
CLR_FN bool clr_lie_across(const clr_shape *shape)
{
    return false;
}
