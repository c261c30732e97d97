/* sure - what items make of their results is right. */
/*
 * needs:    clr_memory clr_job clr_state clr_deliver
 * provides: CLR_LIST_PARAMETERS CLR_LIST_ARGUMENTS clr_settle
 */
#define CLR_LIST_PARAMETERS
#define CLR_LIST_ARGUMENTS

CLR_FN void clr_settle(const clr_memory memory, const clr_job job, const clr_state state,
                       const ulong row)
{
    clr_deliver(memory, job, state);
}
