/*
 * second_rows - the second launch of many results: folds the partials of the `groups` groups that
 * share a result, as cl/reduce_rows.cl leaves them. With a list the results are the listed ones. A
 * giant (cl/finish/giants.cl) has fewer partials if it has fewer parts than groups.
 */
__kernel __attribute__((reqd_work_group_size(CLR_SECOND_GROUP_SIZE, 1, 1)))
void clr_reduce_partials(CLR_INPUT_PARAMETERS CLR_SHAPE_PARAMETERS
                         __global clr_saved *states, CLR_OUTPUT_PARAMETERS
                         const ulong first_row, const ulong rows, const uint groups,
                         const uint part_digits, __global clr_list *list, const uint done
                         CLR_MEMORY_PARAMETER)
{
    CLR_SCRATCH(CLR_SECOND_GROUP_SIZE)
    __local uint     listed;
    const clr_memory memory = clr_memory_of(CLR_MEMORY);
    CLR_MAKE_SHAPE

    if (clr_speaks())
        listed = clr_list_count(list, done & CLR_DONE_LIST);
    CLR_GROUP_BARRIER
    const ulong end = list ? clr_listed_there(listed, first_row, rows)
                           : clr_rows_there(shape, first_row, rows);

    for (ulong row = get_group_id(1); row < end; row += get_num_groups(1)) {
        const ulong number =
            list ? CLR_LISTED(__global const, list)[first_row + row] : first_row + row;
        clr_span  span;
        clr_job   job;
        clr_state state;

        CLR_SET_INPUTS
        CLR_EACH_ARRAY(CLR_SET_ARRAY)
        job.place  = first_place;
        job.states = states + row * groups;
        clr_find_row(shape, number, &span, &job);
        job.left = CLR_GIANT_PARTS(span.count, groups, part_digits);
        clr_note(memory, CLR_TRACE_TURN, number, 1);
        clr_open(memory);
        state = clr_fold_states(memory, job, CLR_SECOND_GROUP_SIZE);
        clr_close(memory, state);
        if (clr_speaks())
            clr_deliver(memory, job, state);
        CLR_GROUP_BARRIER
    }
}
