/*
 * ends_by_axes - where what may be read ends: what lies between elements of two results is memory of
 * the array, and the last result's end is behind those in front of it. Results that lie the other
 * way round are in front of none.
 */
#define CLR_TO_END(x) span.x += shape->length;

CLR_FN clr_span clr_ends_of(__constant const clr_shape *shape, clr_span span, const ulong rows)
{
    clr_job job;

    job.place = 0;
    if (rows > 0) { /* else there may be no shape */
        clr_find_row(shape, rows - 1, &span, &job);
        CLR_EACH_INPUT(CLR_TO_END)
    }
    return span;
}
