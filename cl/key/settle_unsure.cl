/*
 * settle_unsure - results of runs of keys that are not sure are put on one of two lists: those of more
 * than `giant` elements, of which there are no more than it has places, are for several groups.
 */
#define CLR_RUN_LISTS                                                                              \
    , const ulong giant, volatile __global clr_list *giants, const uint giants_most,               \
        volatile __global clr_list *list, const uint list_most
#define CLR_RUN_LIST_ARGUMENTS , giant, giants, giants_most, list, list_most
#define CLR_SETTLE_RUN(job, state, number)                                                         \
    clr_settle(memory, job, state, number, job.total > giant ? giants : list,                      \
               job.total > giant ? giants_most : list_most);
