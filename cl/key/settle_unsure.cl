/*
 * settle_unsure - delivers results of runs of keys, or puts those in doubt on a list: of a run of
 * more than `giant` elements on `giants`, for several groups each, of a shorter run on `list`. The
 * list of giants has room for all, as no more runs of this length fit the input. Its alternative is
 * cl/key/settle.cl.
 */
#define CLR_RUN_LISTS                                                                              \
    , const ulong giant, volatile __global clr_list *giants, const uint giants_most,               \
        volatile __global clr_list *list, const uint list_most
#define CLR_RUN_LIST_ARGUMENTS , giant, giants, giants_most, list, list_most
#define CLR_SETTLE_RUN(job, state, number)                                                         \
    clr_settle(memory, job, state, number, job.total > giant ? giants : list,                      \
               job.total > giant ? giants_most : list_most);
