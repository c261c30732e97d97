/* log - an item's part of the log of a traced plan, with its count of events set to 0
 * (cl/trace/on.cl). Launches have two dimensions at most. */
CLR_FN __global uint *clr_log_of(__global uint *log)
{
    const size_t   item    = get_global_id(1) * get_global_size(0) + get_global_id(0);
    __global uint *stretch = log + CLR_LOG_HEAD + item * CLR_LOG_STRETCH;

    stretch[0] = 0;
    return stretch;
}
