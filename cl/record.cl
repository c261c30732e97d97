/* record - the record that a run writes, made of a state: the results of all reductions, then the
 * status of each result that may have no value. src/problem/record.c has its layout for the host. */
#define CLR_RESULT_FIELD(r) clr_r##r##_result result##r;
#define CLR_STATUS_FIELD(r, k) int status##r;

typedef struct clr_record {
    CLR_EACH_OUTCOME(CLR_RESULT_FIELD)
    CLR_EACH_STATUS(CLR_STATUS_FIELD)
} clr_record;

/* How result r is made of its members k, j, ...: a macro for each number of members. Of exact sums
 * CLR_BINS_OF_##k() is the member's bins and a comma, and `work` is memory to add up bins in. */
#define CLR_LOWER_EXACT(r, k, j)                                                                   \
    record->result##r =                                                                            \
        clr_r##r##_lower(CLR_BINS_OF_##k(memory) CLR_STATE_OF(state, k),                           \
                         CLR_BINS_OF_##j(memory) CLR_STATE_OF(state, j),                       \
                         (memory).bins->work, n CLR_DDOF_OF_##r(memory));
#define CLR_LOWER_EXACT_TRIPLE(r, k, j, u)                                                         \
    record->result##r =                                                                            \
        clr_r##r##_lower(CLR_BINS_OF_##k(memory) CLR_STATE_OF(state, k),                           \
                         CLR_BINS_OF_##j(memory) CLR_STATE_OF(state, j),                           \
                         CLR_BINS_OF_##u(memory) CLR_STATE_OF(state, u),                           \
                         (memory).bins->work, n CLR_DDOF_OF_##r(memory));
#define CLR_LOWER_EXACT_QUINTUPLE(r, k, j, u, v, w)                                                \
    record->result##r =                                                                            \
        clr_r##r##_lower(CLR_BINS_OF_##k(memory) CLR_STATE_OF(state, k),                           \
                         CLR_BINS_OF_##j(memory) CLR_STATE_OF(state, j),                           \
                         CLR_BINS_OF_##u(memory) CLR_STATE_OF(state, u),                           \
                         CLR_BINS_OF_##v(memory) CLR_STATE_OF(state, v),                           \
                         CLR_BINS_OF_##w(memory) CLR_STATE_OF(state, w),                           \
                         (memory).bins->work, n CLR_DDOF_OF_##r(memory));
#define CLR_LOWER_TRIPLE(r, k, j, u)                                                               \
    record->result##r =                                                                            \
        clr_r##r##_lower(CLR_STATE_OF(state, k), CLR_STATE_OF(state, j), CLR_STATE_OF(state, u),   \
                         n CLR_DDOF_OF_##r(memory));
#define CLR_LOWER_QUINTUPLE(r, k, j, u, v, w)                                                      \
    record->result##r =                                                                            \
        clr_r##r##_lower(CLR_STATE_OF(state, k), CLR_STATE_OF(state, j), CLR_STATE_OF(state, u),   \
                         CLR_STATE_OF(state, v), CLR_STATE_OF(state, w),                           \
                         n CLR_DDOF_OF_##r(memory));
#define CLR_LOWER_SPREAD(r, k, j)                                                                  \
    record->result##r = clr_r##r##_lower(CLR_STATE_OF(state, k), CLR_STATE_OF(state, j),           \
                                         n CLR_DDOF_OF_##r(memory));
#define CLR_LOWER(r, k)                                                                            \
    record->result##r = clr_r##r##_lower(CLR_STATE_OF(state, k), n CLR_DDOF_OF_##r(memory));
#define CLR_STATUS(r, k)                                                                           \
    record->status##r = clr_r##r##_status(CLR_STATE_OF(state, k) CLR_DDOF_OF_##r(memory));

/* Makes all results but those of states that may have lost something (cl/exact/pair.cl). */
CLR_FN void clr_lower_sure(const clr_memory memory, const clr_state state, const ulong n,
                           clr_record *record)
{
    CLR_EACH_RESULT(CLR_LOWER)
    CLR_EACH_SPREAD(CLR_LOWER_SPREAD)
    CLR_EACH_TRIPLE(CLR_LOWER_TRIPLE)
    CLR_EACH_QUINTUPLE(CLR_LOWER_QUINTUPLE)
    CLR_EACH_EXACT_RESULT(CLR_LOWER_EXACT)
    CLR_EACH_EXACT_TRIPLE(CLR_LOWER_EXACT_TRIPLE)
    CLR_EACH_EXACT_QUINTUPLE(CLR_LOWER_EXACT_QUINTUPLE)
    CLR_EACH_STATUS(CLR_STATUS)
}

/* Makes the results of states that may have lost something; cl/again/results.cl makes these of
 * integers instead. */
CLR_FN void clr_lower_unsure(const clr_memory memory, const clr_state state, const ulong n,
                             clr_record *record)
{
    CLR_EACH_UNSURE(CLR_LOWER)
    CLR_EACH_UNSURE_SPREAD(CLR_LOWER_SPREAD)
}

CLR_FN clr_record clr_lower(const clr_memory memory, const clr_state state, const ulong n)
{
    clr_record record;

    clr_lower_sure(memory, state, n, &record);
    clr_lower_unsure(memory, state, n, &record);
    return record;
}
