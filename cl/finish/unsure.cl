/* unsure - results of exact sums in a few doubles, which may be in doubt: a result that is certain
 * is delivered, another goes on the list of cl/reduce_again.cl. Its alternative is
 * cl/finish/sure.cl. */
#define CLR_LIST_PARAMETERS , volatile __global clr_list *list, const uint list_most
#define CLR_LIST_ARGUMENTS  , list, list_most
#define CLR_IS_SURE(r, k)   is_sure &= clr_r##r##_is_sure(CLR_STATE_OF(state, k), n);
#define CLR_IS_SURE_OF_TWO(r, k, l)                                                                \
    is_sure &= clr_r##r##_is_sure(CLR_STATE_OF(state, k), CLR_STATE_OF(state, l),                  \
                                  n CLR_DDOF_OF_##r(memory));

/* Whether all results of a state of n elements are certain. */
CLR_FN bool clr_is_sure(const clr_memory memory, const clr_state state, const ulong n)
{
    bool is_sure = true;

    CLR_EACH_UNSURE(CLR_IS_SURE)
    CLR_EACH_UNSURE_SPREAD(CLR_IS_SURE_OF_TWO)
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
    if (clr_is_sure(memory, state, job.total))
        clr_deliver(memory, job, state);
    else
        clr_leave_unsure(row, list, list_most);
}
