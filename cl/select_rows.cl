/*
 * select_rows - a quantile of each result of `shortest` elements or more, any number of them: groups
 * take results in turn (cl/rank/rows.cl). Items first look at the length of a result each, as most
 * results may be shorter.
 */
/* Results whose lengths a group looks at together; one, if all are for groups. */
#define CLR_ROWS_AT_ONCE (CLR_RANK_ARE_EVEN ? 1 : CLR_GROUP_SIZE)

/* The elements of a result, and where the result goes. */
#define CLR_FIND_RESULT(number)                                                                    \
    clr_span span;                                                                                 \
    clr_job  job;                                                                                  \
    CLR_SET_INPUTS                                                                                 \
    job.place = 0;                                                                                 \
    clr_find_row(shape, number, &span, &job);                                                      \
    span.aligned = true; /* elements are read one by one */                                        \
    span.alike   = true;

__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_select_rows(CLR_INPUT_PARAMETERS CLR_SHAPE_PARAMETERS CLR_RANKED_PARAMETERS
                     const ulong rows, const ulong shortest, const ulong quantile,
                     const uint method)
{
    __local uint       bins[CLR_RANK_BINS];
    __local uint       sums[CLR_RANK_BLOCKS];
    __local uint       noted[CLR_DESK_NOTES];
    __local clr_key    kept[CLR_RANK_KEPT];
    __local clr_key    least[CLR_GROUP_SIZE];
    __local clr_search told[1];
    __local uint       listed[CLR_ROWS_AT_ONCE];
    const clr_desk     desk   = {bins, sums, noted, kept, least, told};
    const clr_output   output = CLR_RANKED_OUTPUT;
    CLR_MAKE_SHAPE
    const ulong rows_there = clr_rows_there(shape, 0, rows);

    for (ulong first = get_group_id(0) * CLR_ROWS_AT_ONCE; first < rows_there;
         first += get_num_groups(0) * CLR_ROWS_AT_ONCE) {
        const ulong row = first + CLR_ITEM;

        clr_clear_desk(desk);
        if (CLR_ITEM < CLR_ROWS_AT_ONCE && row < rows_there) {
            CLR_FIND_RESULT(row)
            if (span.count >= shortest)
                listed[atomic_inc(noted + CLR_DESK_LISTED)] = CLR_ITEM;
        }
        CLR_GROUP_BARRIER
        for (uint k = 0, end = noted[CLR_DESK_LISTED]; k < end; k++) {
            CLR_FIND_RESULT(first + listed[k])
            const clr_ranked ranked = clr_rank_row(desk, span, quantile, method);

            if (CLR_ITEM == 0)
                clr_deliver_ranked(output, job, ranked);
        }
    }
}
