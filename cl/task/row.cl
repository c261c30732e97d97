/* row - a group makes one state of all that is its share of a result. */
/*
 * needs:    clr_state clr_memory clr_job clr_span clr_item_fold clr_cut_row clr_group_fold
 *           CLR_GROUP_SIZE
 * provides: clr_group_work
 */
CLR_FN clr_state clr_group_work(const clr_memory memory, const clr_job job, const clr_span span)
{
    const clr_state state = clr_item_fold(memory, clr_cut_row(span));

    return clr_group_fold(memory, state, CLR_GROUP_SIZE);
}
