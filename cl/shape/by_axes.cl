/* by_axes - finds a result's elements, and its place in the arrays of results, by its indices along
 * the kept axes (cl/shape/axes.cl): for results along axes. */
#define CLR_SHAPE_PARAMETERS __constant const clr_shape *shape,
#define CLR_MAKE_SHAPE

/* How many of `rows` results from number `first_row` on there are. */
CLR_FN ulong clr_rows_there(__constant const clr_shape *shape, const ulong first_row,
                            const ulong rows)
{
    return rows;
}

/* Narrows `span`, at first of all inputs, to the elements of result `row`, and `job` to its place. */
CLR_FN void clr_find_row(__constant const clr_shape *shape, const ulong row, clr_span *span,
                         clr_job *job)
{
    clr_find_kept(shape, row, span, job);
    span->count = shape->length;
    span->total = shape->length;
    span->base  = 0;
    span->shape = shape;
    job->total  = shape->length;
    job->status = CLR_OK;
}

/* No bounds are read from memory. */
typedef struct clr_bounds {
    uint none;
} clr_bounds;

CLR_FN clr_bounds clr_bounds_of(__constant const clr_shape *shape, const ulong row)
{
    const clr_bounds bounds = {0};

    return bounds;
}

CLR_FN void clr_find_within(__constant const clr_shape *shape, const ulong row,
                            const clr_bounds bounds, clr_span *span, clr_job *job)
{
    clr_find_row(shape, row, span, job);
}

/* Contiguous elements are cut into vectors. */
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
