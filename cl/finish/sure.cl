/* sure - every result of the kernel's items is certain: there is no list, and settling a result is
 * delivering it. Its alternative is cl/finish/unsure.cl. */
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
