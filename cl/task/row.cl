/* row - a group folds its share of a result into one state. */
CLR_FN clr_state clr_group_work(const clr_memory memory, const clr_job job, const clr_span span)
{
    const clr_state state = clr_item_fold(memory, clr_cut_row(span));

    return clr_group_fold(memory, state, CLR_GROUP_SIZE);
}
