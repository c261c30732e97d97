/*
 * settle_unsure - puts inexact results of runs of keys on a list: on that for several groups a run
 * of more than `giant` elements, of which the list has room for all.
 */
#define CLR_RUN_LISTS                                                                              \
    , const ulong giant, volatile __global clr_list *giants, const uint giants_most,               \
        volatile __global clr_list *list, const uint list_most
#define CLR_RUN_LIST_ARGUMENTS , giant, giants, giants_most, list, list_most
#define CLR_SETTLE_RUN(job, state, number)                                                         \
    clr_settle(memory, job, state, number, job.total > giant ? giants : list,                      \
               job.total > giant ? giants_most : list_most);
