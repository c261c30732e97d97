/* settle - the result of a run of keys is what was made of it. */
#define CLR_RUN_LISTS
#define CLR_RUN_LIST_ARGUMENTS
#define CLR_SETTLE_RUN(job, state, number) clr_settle(memory, job, state, number);
