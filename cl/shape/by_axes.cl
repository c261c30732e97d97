/* by_axes - finds a result's elements, and its place, by the indices along the axes that are kept. */
/*
 * needs:    clr_shape clr_span clr_job CLR_EACH_INPUT clr_cut
 * provides: CLR_SHAPE_PARAMETERS CLR_MAKE_SHAPE CLR_STEP_TO clr_rows_there clr_find_row clr_cut_row
 */
#define CLR_SHAPE_PARAMETERS __constant const clr_shape *shape,
#define CLR_MAKE_SHAPE
#define CLR_STEP_TO(x)       span->x += index * shape->axes[axis].x;

/* Of `rows` results from number `first_row` on: how many there are. */
CLR_FN ulong clr_rows_there(__constant const clr_shape *shape, const ulong first_row,
                            const ulong rows)
{
    return rows;
}

/* From the span of all inputs and the job of all results to those of one. */
CLR_FN void clr_find_row(__constant const clr_shape *shape, const ulong row, clr_span *span,
                         clr_job *job)
{
    ulong left = row;

    for (uint axis = 0; axis < shape->kept; axis++) {
        const bool  is_last = axis + 1 == shape->kept;
        const ulong extent  = shape->axes[axis].extent;
        const ulong above   = is_last ? 0 : left / extent;
        const long  index   = (long)(left - above * extent);

        CLR_EACH_INPUT(CLR_STEP_TO)
        job->place += index * shape->axes[axis].result;
        left = above;
    }
    span->count = shape->length;
    span->total = shape->length;
    span->base  = 0;
    span->shape = shape;
    job->total  = shape->length;
    job->status = CLR_OK;
}

/* Vectors are cut of elements that lie one behind the other. */
CLR_FN clr_span clr_cut_row(clr_span span)
{
    if (span.shape->is_contiguous)
        return clr_cut(span);
    span.head    = 0;
    span.vectors = 0;
    span.aligned = true;
    span.alike   = true;
    return span;
}
