/* sure - every result of an item is exact: no list. */
#define CLR_LIST_PARAMETERS
#define CLR_LIST_ARGUMENTS

CLR_FN bool clr_is_sure(const clr_memory memory, const clr_state state, const ulong n)
{
    return true;
}

CLR_FN void clr_leave_unsure(const ulong row)
{
}

CLR_FN void clr_settle(const clr_memory memory, const clr_job job, const clr_state state,
                       const ulong row)
{
    clr_deliver(memory, job, state);
}
