/* settle - each result of a run of keys is certain, and delivered. Its alternative is
 * cl/key/settle_unsure.cl. */
#define CLR_RUN_LISTS
#define CLR_RUN_LIST_ARGUMENTS
#define CLR_SETTLE_RUN(job, state, number) clr_settle(memory, job, state, number);
