/*
 * reduce_staged - many short results that are contiguous in memory, each and all together: a group
 * copies as many as fit into local memory, in whole vectors, and teams of its items fold them
 * there. So memory is read as one contiguous range, whatever the results' lengths.
 */
__kernel __attribute__((reqd_work_group_size(CLR_STAGE_GROUP_SIZE, 1, 1)))
void clr_reduce_staged(CLR_INPUT_PARAMETERS CLR_SHAPE_PARAMETERS
                       CLR_OUTPUT_PARAMETERS const ulong all, const uint at_once, const uint items
                       CLR_BATCH_PARAMETERS CLR_LIST_PARAMETERS CLR_MEMORY_PARAMETER)
{
    CLR_EACH_INPUT(CLR_STAGE_CELLS)
    __local clr_state scratch[CLR_STAGE_GROUP_SIZE];
    CLR_BATCH_CELLS
    __local uint has_failed;
    const clr_memory memory = clr_memory_of(CLR_MEMORY);
    const clr_team   team   = clr_team_of(0, CLR_STAGE_GROUP_SIZE, items);
    clr_stage stage;
    clr_span  span;
    clr_job   job;
    CLR_MAKE_SHAPE
    const ulong rows = clr_rows_there(shape, 0, all);
    const ulong step = (ulong)get_num_groups(0) * at_once;

    CLR_SET_INPUTS
    CLR_EACH_INPUT(CLR_STAGE_OF)
    CLR_COPY_SCALARS(stage, span)
    CLR_EACH_ARRAY(CLR_SET_ARRAY)
    job.place = first_place;
    for (ulong first = (ulong)get_group_id(0) * at_once; first < rows; first += step) {
        const clr_batch batch = clr_batch_of(memory, shape, first, (uint)min((ulong)at_once, rows - first)
                                             CLR_BATCH_ARGUMENTS);

        clr_fold_batch(memory, batch, stage, span, team, job, &has_failed CLR_LIST_ARGUMENTS);
    }
}
