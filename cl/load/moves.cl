/* moves - moves a span along axes: to a place, or by a number of steps of one axis. */
#define CLR_MOVE_BY(x) span.x += places.x;
#define CLR_STEP_BY(x) span.x += (long)count * axis->x;

CLR_FN clr_span clr_move_by(clr_span span, const clr_places places)
{
    CLR_EACH_INPUT(CLR_MOVE_BY)
    return span;
}

/* Moves the span by `count` elements along an axis. */
CLR_FN clr_span clr_step_by(clr_span span, __constant const clr_axis *axis, const ulong count)
{
    CLR_EACH_INPUT(CLR_STEP_BY)
    return span;
}
