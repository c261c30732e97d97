/*
 * by_kept - finds a result's elements by its label's span of a list, and by where its index along the
 * kept axes lies: from there the list's offsets lead to its elements. Results number label by label.
 */
#define CLR_SHAPE_PARAMETERS                                                                       \
    __global const uint *begins, __constant const clr_axes *axes, const ulong kept,                 \
        const ulong below, const ulong most,
#define CLR_MAKE_SHAPE                                                                             \
    const clr_shape  made  = {begins, axes, kept, below, most};                                           \
    const clr_shape *shape = &made;
#define CLR_BEGIN_AT(x)   span->x += begin;
#define CLR_MOVE_INPUT(x) span->x##_at += offset;

CLR_FN ulong clr_rows_there(const clr_shape *shape, const ulong first_row, const ulong rows)
{
    return rows;
}

/* What there is of a result in memory. */
typedef struct clr_bounds {
    uint begin;
    uint end;
} clr_bounds;

CLR_FN clr_bounds clr_bounds_of(const clr_shape *shape, const ulong row)
{
    const ulong label = row / shape->kept;
    const clr_bounds bounds = {shape->begins[label], shape->begins[label + 1]};

    return bounds;
}

CLR_FN ulong clr_offset(const clr_shape *shape, const uint read)
{
    return read;
}

/* Narrows `span`, at first of all inputs, to the elements of result `row`, and `job` to its place. */
CLR_FN void clr_find_within(const clr_shape *shape, const ulong row, const clr_bounds bounds,
                            clr_span *span, clr_job *job)
{
    const uint  count  = bounds.end - bounds.begin;
    const ulong begin  = bounds.begin;
    const bool is_long = count > shape->most;
    const long offset  = -(long)shape->below;

    CLR_EACH_INPUT(CLR_BEGIN_AT)
    CLR_EACH_INPUT(CLR_MOVE_INPUT)
    span->limit = ULONG_MAX; /* every offset names an element */
    clr_find_kept(shape->axes, row, span, job);
    span->count = is_long ? 0 : count;
    span->total = span->count;
    span->base  = 0;
    job->total  = span->count;
    job->status = is_long ? CLR_ERROR_UNSUPPORTED : CLR_OK;
}

CLR_FN void clr_find_row(const clr_shape *shape, const ulong row, clr_span *span, clr_job *job)
{
    clr_find_within(shape, row, clr_bounds_of(shape, row), span, job);
}

CLR_FN clr_span clr_cut_row(const clr_span span)
{
    return clr_cut(span);
}
