/* log - an item's own stretch of the log, which begins with the number of its events: none yet. */
/*
 * needs:    CLR_LOG_STRETCH
 * provides: clr_log_of
 */
CLR_FN __global uint *clr_log_of(__global uint *log)
{
    __global uint *stretch = log + get_global_id(0) * CLR_LOG_STRETCH;

    stretch[0] = 0;
    return stretch;
}
