/*
 * parts - a quantile of few long results, each by many groups, over several launches: what launches
 * leave to the next one. A sample of the keys brackets the rank; one reading of all keys counts what
 * is below the bracket and equal to its ends, and keeps the few keys between them; these are
 * narrowed digit by digit. Where the bracket misses the rank, or there is no room for the keys
 * between its ends, all keys are narrowed. So any data are settled in a few readings, and typical
 * ones in one (Floyd and Rivest, "Expected time bounds for selection", CACM 18, 1975).
 */
/* Where a search reads keys; or that it has ended. */
#define CLR_FROM_ALL  0
#define CLR_FROM_KEPT 1
#define CLR_FOUND     2

/* Which key is still wanted behind the one found. */
#define CLR_NEXT_KNOWN    0
#define CLR_NEXT_IN_RANGE 1 /* the least of `search.above` */
#define CLR_NEXT_ABOVE    2 /* the least above the one found, of all keys */

/* One result's progress. */
typedef struct clr_progress {
    clr_search search;
    clr_key low, high; /* the bracket */
    clr_key key, next; /* what is found */
    ulong part;        /* of the way from one to the other, a double's bits */
    uint count;        /* elements that count */
    uint has_nan;
    uint from;
    uint wants;
    int status;
    uint is_there; /* else there are fewer results, as a buffer says */
    ulong place;
} clr_progress;

/* What a group has counted: of all groups of a result in a row. */
typedef struct clr_counted {
    uint there, nans, below, low, high;
    uint kept; /* keys between low and high, which may be more than the group has room for */
} clr_counted;

#define CLR_COUNTED 6 /* numbers of it */

#define CLR_PARTS_PARAMETERS                                                                       \
    __global clr_progress *progress, __global clr_counted *counted, __global uint *histograms,     \
        __global clr_key *kept, const uint room, __global clr_key *leasts, const ulong results

/* Each group keeps its keys in memory of its own, so that groups do not wait for each other. */
#define CLR_OWN_ROOM(groups)   (room / (groups))
#define CLR_OWN_KEYS           (kept + (ulong)CLR_GROUP_NUMBER * CLR_OWN_ROOM(get_num_groups(0)))
#define CLR_GROUP_NUMBER       (CLR_RESULT * (uint)get_num_groups(0) + (uint)get_group_id(0))

/* The result of the group. */
#define CLR_RESULT ((uint)get_group_id(1))

/* The elements of the group's result, none if there is no such result. */
#define CLR_FIND_ROW                                                                               \
    clr_span span;                                                                                 \
    clr_job  job;                                                                                  \
    CLR_MAKE_SHAPE                                                                                 \
    CLR_SET_INPUTS                                                                                 \
    job.place    = 0;                                                                              \
    job.status   = CLR_OK;                                                                         \
    span.count   = 0;                                                                              \
    span.aligned = true;                                                                           \
    span.alike   = true;                                                                           \
    const bool is_there = CLR_RESULT < clr_rows_there(shape, 0, results);                          \
    if (is_there)                                                                                  \
        clr_find_row(shape, CLR_RESULT, &span, &job);
