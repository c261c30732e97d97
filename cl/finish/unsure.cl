/*
 * unsure - results whose state may have lost something are put on the list.
 */
/*
 * needs:    clr_list CLR_STATE_OF clr_memory clr_job clr_state CLR_EACH_UNSURE clr_deliver
 *           clr_list_add
 * may use:  clr_m##k##_is_sure
 * provides: CLR_LIST_PARAMETERS CLR_LIST_ARGUMENTS CLR_IS_SURE clr_settle
 */
#define CLR_LIST_PARAMETERS , volatile __global clr_list *list, const uint list_most
#define CLR_LIST_ARGUMENTS  , list, list_most
#define CLR_IS_SURE(k)      is_sure &= clr_m##k##_is_sure(CLR_STATE_OF(state, k));

CLR_FN void clr_settle(const clr_memory memory, const clr_job job, const clr_state state,
                       const ulong row, volatile __global clr_list *list, const uint list_most)
{
    bool is_sure = true;

    CLR_EACH_UNSURE(CLR_IS_SURE)
    if (is_sure)
        clr_deliver(memory, job, state);
    else
        clr_list_add(list, list_most, row);
}
