/* each_axes - reads an element of a result along axes by its number, wherever it lies: for teams of
 * the published order and for results made again. Its alternative is cl/load/each_span.cl. */
/* The span moved to element `i` of the result. */
CLR_FN clr_span clr_to_each(const clr_span span, const ulong i)
{
    return span.shape->reduced == 1 ? clr_step_by(span, span.shape->axes + span.shape->kept, i)
                                    : clr_move_by(span, clr_places_of(span.shape, i));
}

CLR_FN clr_inputs clr_read_each(const clr_memory memory, const clr_span span, const ulong i)
{
    const clr_span its = clr_to_each(span, i);

    clr_note(memory, CLR_TRACE_LOAD, CLR_LOAD_PLACE(its, 0), CLR_STORED_SIZE);
    return clr_read_inputs(its, 0);
}

/* Whether neighbouring results' elements are nearer to each other than a result's. */
CLR_FN bool clr_lie_across(__constant const clr_shape *shape)
{
    return shape->reduced == 0 ||
           (shape->kept && abs(shape->axes[0].x) < abs(shape->axes[shape->kept].x));
}
