/* Cells are carried between launches; the last time they are delivered. */
/*
 * needs:    CLR_GROUP_SIZE CLR_EACH_ARRAY CLR_ARRAY_PARAMETER clr_memory clr_job clr_cell_carry
 *           CLR_SET_ARRAY clr_cell_count clr_deliver clr_cell_state
 * provides: clr_label_end
 */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_label_end(__global ulong *cells, __global const uint *seen, const ulong results,
                   const uint is_last, CLR_EACH_ARRAY(CLR_ARRAY_PARAMETER)
                   const ulong first_place, const ulong apart, const ulong step, const ulong most)
{
    const clr_memory memory = {0};
    ulong label = get_global_id(0) * apart;

    for (ulong k = 0; k < most && label < results; k++, label += step) {
        __global ulong *cell = cells + label;
        clr_job job;

        if (!is_last) {
            clr_cell_carry(cell, results);
            continue;
        }
        CLR_EACH_ARRAY(CLR_SET_ARRAY)
        job.place  = first_place + label;
        job.total  = clr_cell_count(cell, results, seen[label]);
        job.status = CLR_OK;
        clr_deliver(memory, job, clr_cell_state(cell, results, seen[label]));
    }
}
