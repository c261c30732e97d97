/* unsure - puts results whose state may not be exact on the list. */
#define CLR_LIST_PARAMETERS , volatile __global clr_list *list, const uint list_most
#define CLR_LIST_ARGUMENTS  , list, list_most
#define CLR_IS_SURE(k)      is_sure &= clr_m##k##_is_sure(CLR_STATE_OF(state, k));

CLR_FN bool clr_is_sure(const clr_state state)
{
    bool is_sure = true;

    CLR_EACH_UNSURE(CLR_IS_SURE)
    return is_sure;
}

CLR_FN void clr_leave_unsure(const ulong row, volatile __global clr_list *list,
                             const uint list_most)
{
    clr_list_add(list, list_most, row);
}

CLR_FN void clr_settle(const clr_memory memory, const clr_job job, const clr_state state,
                       const ulong row, volatile __global clr_list *list, const uint list_most)
{
    if (clr_is_sure(state))
        clr_deliver(memory, job, state);
    else
        clr_leave_unsure(row, list, list_most);
}
