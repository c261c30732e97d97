/* by_count - the one result of all elements, whose number may be in a device buffer: for kernels of
 * many results, which so take one, too. */
#define CLR_SHAPE_PARAMETERS                                                                       \
    const ulong count, __global const ulong *counts, const ulong count_index,
#define CLR_MAKE_SHAPE                                                                             \
    const clr_shape  made  = {clr_count_there(counts, count_index, count)};                        \
    const clr_shape *shape = &made;

typedef struct clr_shape {
    ulong count;
} clr_shape;

CLR_FN ulong clr_rows_there(const clr_shape *shape, const ulong first_row, const ulong rows)
{
    return rows;
}

CLR_FN void clr_find_row(const clr_shape *shape, const ulong row, clr_span *span, clr_job *job)
{
    span->count = shape->count;
    span->total = shape->count;
    span->base  = 0;
    job->total  = shape->count;
    job->status = CLR_OK;
}
