/*
 * reduce_rows - many results in one launch. Its first dimension is what cl/reduce.cl's launch is:
 * the groups that share a result; along the second one groups take results in turn. If several
 * groups share a result, a second launch folds the states that they left. Where there is a list,
 * the results are those on it, from `first_row` on, or, if they were too many for it, all: then none
 * is shared. No group leaves before the end: PoCL 3.1 folds nothing where groups that have no result
 * return in front of a barrier.
 */
/*
 * needs:    CLR_GROUP_SIZE CLR_EACH_INPUT CLR_INPUT_PARAMETER CLR_SHAPE_PARAMETERS clr_saved
 *           CLR_EACH_ARRAY CLR_ARRAY_PARAMETER clr_list CLR_MEMORY_PARAMETER CLR_SCRATCH clr_memory
 *           clr_memory_of CLR_MEMORY CLR_MAKE_SHAPE clr_share clr_share_of_rows clr_listed_there
 *           clr_rows_there CLR_LISTED clr_span clr_job clr_state CLR_SET_INPUT CLR_SET_ARRAY
 *           clr_find_row clr_note clr_open clr_group_work clr_close clr_finish CLR_GROUP_BARRIER
 *           CLR_SECOND_GROUP_SIZE clr_fold_states clr_speaks clr_deliver
 * provides: clr_reduce clr_reduce_partials
 */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_reduce(CLR_EACH_INPUT(CLR_INPUT_PARAMETER) CLR_SHAPE_PARAMETERS
                __global clr_saved *states, CLR_EACH_ARRAY(CLR_ARRAY_PARAMETER)
                const ulong first_place, const ulong first_row, const ulong rows,
                __global const clr_list *list, const uint list_most CLR_MEMORY_PARAMETER)
{
    CLR_SCRATCH(CLR_GROUP_SIZE)
    __local uint     is_last;
    const clr_memory memory = clr_memory_of(CLR_MEMORY);
    const bool       is_told = list && list->count <= list_most;
    CLR_MAKE_SHAPE
    const clr_share  share = clr_share_of_rows(is_told ? clr_listed_there(list, first_row, rows)
                                                       : clr_rows_there(shape, first_row, rows));

    for (ulong row = share.first; row < share.end; row += share.step) {
        const ulong number =
            is_told ? CLR_LISTED(__global const, list)[first_row + row] : first_row + row;
        clr_span  span;
        clr_job   job;
        clr_state state;

        CLR_EACH_INPUT(CLR_SET_INPUT)
        CLR_EACH_ARRAY(CLR_SET_ARRAY)
        job.place  = first_place;
        job.states = states + row * get_num_groups(0);
        clr_find_row(shape, number, &span, &job);
        clr_note(memory, CLR_TRACE_TURN, number, 1);
        clr_open(memory);
        state = clr_group_work(memory, job, span);
        clr_close(memory, state);
        clr_finish(memory, job, state, &is_last);
        CLR_GROUP_BARRIER
    }
}

__kernel __attribute__((reqd_work_group_size(CLR_SECOND_GROUP_SIZE, 1, 1)))
void clr_reduce_partials(CLR_EACH_INPUT(CLR_INPUT_PARAMETER) CLR_SHAPE_PARAMETERS
                         __global clr_saved *states, CLR_EACH_ARRAY(CLR_ARRAY_PARAMETER)
                         const ulong first_place, const ulong first_row, const ulong rows,
                         const uint groups, __global const clr_list *list CLR_MEMORY_PARAMETER)
{
    CLR_SCRATCH(CLR_SECOND_GROUP_SIZE)
    const clr_memory memory = clr_memory_of(CLR_MEMORY);
    CLR_MAKE_SHAPE
    const ulong end = list ? clr_listed_there(list, first_row, rows)
                           : clr_rows_there(shape, first_row, rows);

    for (ulong row = get_group_id(1); row < end; row += get_num_groups(1)) {
        const ulong number =
            list ? CLR_LISTED(__global const, list)[first_row + row] : first_row + row;
        clr_span  span;
        clr_job   job;
        clr_state state;

        CLR_EACH_INPUT(CLR_SET_INPUT)
        CLR_EACH_ARRAY(CLR_SET_ARRAY)
        job.place  = first_place;
        job.states = states + row * groups;
        job.left   = groups;
        clr_find_row(shape, number, &span, &job);
        clr_note(memory, CLR_TRACE_TURN, number, 1);
        clr_open(memory);
        state = clr_fold_states(memory, job, CLR_SECOND_GROUP_SIZE);
        clr_close(memory, state);
        if (clr_speaks())
            clr_deliver(memory, job, state);
        CLR_GROUP_BARRIER
    }
}
