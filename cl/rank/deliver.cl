/*
 * deliver - a quantile of one result: the value at a position among its elements, or between two of
 * them. NaNs that are not ignored make it NaN. A result of no elements has a filler, and its status
 * says so.
 */
/* One result: how many elements it has, its place in the arrays behind the run's first result, and
 * its status as far as clr_find_row() knows it before elements are read. */
typedef struct clr_job {
    ulong total;
    ulong place;
    int status;
} clr_job;

/* Arrays of results, each NULL if nobody wants it. */
#define CLR_RANKED_PARAMETERS                                                                      \
    __global CLR_RANK_RESULT *values, const ulong first_value, __global int *statuses,             \
        const ulong first_status,
#define CLR_RANKED_OUTPUT (clr_output){values, first_value, statuses, first_status}

typedef struct clr_output {
    __global CLR_RANK_RESULT *values;
    ulong first_value;
    __global int *statuses;
    ulong first_status;
} clr_output;

/* What was found of a result: the keys of the two elements beside the position, the same where it is
 * at one. */
typedef struct clr_ranked {
    clr_key key;
    clr_key next;
    double part;
    uint count; /* elements that count */
    bool has_nan;
} clr_ranked;

/* The value's bits, as they are stored. */
CLR_FN CLR_RANK_RESULT clr_ranked_value(const clr_ranked ranked)
{
    if (ranked.has_nan)
        return (CLR_RANK_RESULT)CLR_RANK_NOTHING;
#if CLR_RANK_IS_BETWEEN
    if (!CLR_RANK_KEEPS_BITS || (ranked.part != 0.0 && ranked.key != ranked.next))
        return (CLR_RANK_RESULT)clr_between(ranked.key, ranked.next, ranked.part);
#endif
    return CLR_RANK_STORE(clr_bits_of(ranked.key));
}

CLR_FN void clr_deliver_ranked(const clr_output to, const clr_job job, const clr_ranked ranked)
{
    const int status = job.status != CLR_OK ? job.status : ranked.count ? CLR_OK : CLR_ERROR_EMPTY;

    if (to.values)
        to.values[to.first_value + job.place] =
            status == CLR_OK ? clr_ranked_value(ranked) : (CLR_RANK_RESULT)CLR_RANK_NOTHING;
    if (to.statuses)
        to.statuses[to.first_status + job.place] = status;
}
