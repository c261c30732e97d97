/* reduce_ordered_alone - rows of contiguous elements in the published order, on a CPU, by groups of
 * one item, which read vectors (cl/task/strips_row.cl). An item takes rows one after the other. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_reduce_teams(CLR_TEAMS_PARAMETERS CLR_MEMORY_PARAMETER)
{
    CLR_SCRATCH(CLR_GROUP_SIZE)
    const clr_memory memory = clr_memory_of(CLR_MEMORY);
    clr_span span;
    clr_job  job;
    CLR_MAKE_SHAPE
    const clr_share share = clr_share_of_group(clr_rows_there(shape, 0, all));

    CLR_SET_INPUTS
    CLR_EACH_ARRAY(CLR_SET_ARRAY)
    for (ulong row = share.first; row < share.end; row += share.step) {
        clr_span found = span;

        job.place = first_place;
        job.left  = 1;
        job.part  = 0;
        clr_find_row(shape, row, &found, &job);
        clr_note(memory, CLR_TRACE_TURN, row, 1);
        clr_deliver(memory, job, clr_group_work(memory, job, found));
    }
}
