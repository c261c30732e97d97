/*
 * reduce_rows - many results in one launch: its first dimension is the groups that share a result,
 * along the second groups take results in turn. If several groups share a result, the finish says
 * whether the last of them or a second launch folds their partials, and whether a result's partials
 * are placed before the group's work (CLR_PLACE_EARLY) or after it (CLR_PLACE_LATE). With a list,
 * the results are the listed ones, from `first_row` on, or all if the list overflowed, and none is
 * shared. Then groups take giants, from another list, in parts (cl/finish/giants.cl). The lists in
 * `done` are left empty. No group returns early: PoCL 3.1 folds nothing where groups without a
 * result return before a barrier.
 */
/* The number of listed giants. */
#define CLR_GIANTS_THERE clr_listed_there(listed[1], 0, CLR_GIANTS_MOST)

/* A result with more elements than a group can fold is not read. */
CLR_FN void clr_refuse_row(clr_span *span, clr_job *job)
{
    span->count = span->total = job->total = 0;
    job->status = CLR_ERROR_UNSUPPORTED;
}

__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_reduce(CLR_INPUT_PARAMETERS CLR_SHAPE_PARAMETERS
                __global clr_saved *states, __global uint *tickets,
                CLR_OUTPUT_PARAMETERS const ulong first_row, const ulong rows,
                __global clr_list *list, const uint list_most, __global clr_list *giants,
                const uint parts, const uint part_digits, const ulong alone_most,
                const uint done CLR_MEMORY_PARAMETER)
{
    CLR_SCRATCH(CLR_GROUP_SIZE)
    CLR_CLAIM_CELLS
    __local uint     is_last;
    __local uint     listed[3]; /* the lists' counts, and the most parts of a giant */
    const clr_memory memory = clr_memory_of(CLR_MEMORY);
    CLR_MAKE_SHAPE

    if (clr_speaks()) {
        listed[0] = clr_list_count(list, done & CLR_DONE_LIST);
        listed[1] = clr_list_count(giants, done & CLR_DONE_GIANTS);
        listed[2] = 0;
    }
    CLR_GROUP_BARRIER
    const bool       is_told = list && listed[0] <= list_most;
    const ulong      alone = is_told ? clr_listed_there(listed[0], first_row, rows)
                                     : clr_rows_there(shape, first_row, rows);
    CLR_MEASURE_GIANTS(giants, CLR_GIANTS_THERE, parts, part_digits, listed + 2)
    const ulong      shared = giants ? CLR_GIANTS_THERE * CLR_GIANT_PLACES(parts, listed[2]) : 0;
    const clr_share  share  = clr_share_of_rows(alone + shared);

    for (ulong row = share.first; row < share.end; row = CLR_NEXT_ROW(share, row)) {
        const bool  is_part = row >= alone;
        const uint  place   = is_part ? (uint)(row - alone) : 0;
        const ulong number =
            is_part
                ? CLR_LISTED(__global const, giants)[CLR_GIANT_AT(place, CLR_GIANTS_THERE, parts)]
            : is_told ? CLR_LISTED(__global const, list)[first_row + row]
                      : first_row + row;
        clr_span  span;
        clr_job   job;
        clr_state state;

        CLR_ASK_ROW(share, row, list)
        CLR_SET_INPUTS
        CLR_EACH_ARRAY(CLR_SET_ARRAY)
        CLR_PLACE_EARLY(job, states + (is_part ? CLR_GIANT_STATE_AT(place, CLR_GIANTS_THERE, parts)
                                               : row * get_num_groups(0)))
        job.place = first_place;
        job.left  = is_part ? parts : (uint)get_num_groups(0);
        job.part  = is_part ? CLR_GIANT_PART_AT(place, CLR_GIANTS_THERE, parts)
                            : (uint)get_group_id(0);
        clr_find_row(shape, number, &span, &job);
        if (is_part)
            span = clr_part_of(span, job.part, CLR_GIANT_PARTS(span.count, parts, part_digits));
        else if (span.count > alone_most)
            clr_refuse_row(&span, &job);
        clr_note(memory, CLR_TRACE_TURN, number, 1);
        clr_open(memory);
        state = clr_group_work(memory, job, span);
        clr_close(memory, state);
        CLR_PLACE_LATE(job, states, tickets, row)
        clr_finish(memory, job, state, &is_last);
        CLR_TELL_ROW
        CLR_GROUP_BARRIER
    }
}
