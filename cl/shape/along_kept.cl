/*
 * along_kept - goes to a result's index along the kept axes, by its number. Most arrays have one kept axis:
 * the divisions are in a loop that they skip.
 */
CLR_FN void clr_step_to(__constant const clr_axes *shape, const uint axis, const long index,
                        clr_span *span, clr_job *job)
{
    CLR_EACH_INPUT(CLR_STEP_TO)
    job->place += index * shape->axes[axis].result;
}

CLR_FN void clr_find_kept(__constant const clr_axes *shape, const ulong number, clr_span *span,
                          clr_job *job)
{
    ulong left = number;
    uint  axis = 0;

#pragma unroll 1
    for (; axis + 1 < shape->kept; axis++) {
        const ulong above = clr_over_extent(shape->axes + axis, left);

        clr_step_to(shape, axis, (long)(left - above * shape->axes[axis].extent), span, job);
        left = above;
    }
    if (axis < shape->kept)
        clr_step_to(shape, axis, (long)left, span, job);
}
