/* whole - a group folds its share of the input into one state. The published order has
 * cl/task/strips.cl in its place. */
CLR_FN clr_state clr_group_work(const clr_memory memory, const clr_job job, const clr_span span)
{
    const clr_state state = clr_item_fold(memory, clr_cut(span));

    return clr_group_fold(memory, state, CLR_GROUP_SIZE);
}
