/* ends_by_axes - where vector reads must end that go on behind a result: memory between the
 * elements of two results belongs to the array, and may be read up to the last result's end.
 * Results in descending addresses have none behind them. */
#define CLR_TO_END(x) span.x += shape->length;

CLR_FN clr_span clr_ends_of(__constant const clr_shape *shape, clr_span span, const ulong rows)
{
    clr_job job;

    job.place = 0;
    if (rows > 0) { /* without results the shape may be NULL */
        clr_find_row(shape, rows - 1, &span, &job);
        CLR_EACH_INPUT(CLR_TO_END)
    }
    return span;
}
