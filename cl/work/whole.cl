/* whole - an item makes one state of all that is its share. */
#define CLR_WORK_ITEMS CLR_GROUP_SIZE

CLR_FN clr_state clr_group_work(const clr_memory memory, const clr_job job, const clr_span span)
{
    return clr_item_fold(memory, clr_cut(span));
}
