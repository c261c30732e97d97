/* end - the launches behind the elements': between the parts of an input carries are propagated in
 * the cells, so that they have room again; behind the last part cells become results, and are
 * cleared for the next run. */
/* Notes that the run has come to its end, and how many cells are blank, so that the next run need
 * not clear them. */
CLR_FN void clr_tell_ready(__global clr_told *told, const ulong results)
{
    told->is_broken = 0;
    told->ready     = max(told->ready, results);
}

/* An item takes cells `label`, `label` + `step`, ... `told->rows` says which rows of the cells may
 * not be 0; a carry may come to any, so behind one they are all. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_label_end(__global ulong *numbers, __global uint *seen, const ulong results,
                   __global clr_told *told, const ulong between, const ulong rows_apart,
                   const uint is_last, CLR_OUTPUT_PARAMETERS
                   const ulong apart, const ulong step, const ulong most)
{
    const clr_memory memory = {0};
    const clr_cells  cells  = clr_cells_of(numbers, between, rows_apart);
    const uint rows = is_last ? told->rows : 0;
    ulong label     = get_global_id(0) * apart;

    for (ulong k = 0; k < most && label < results; k++, label += step) {
        __global ulong *cell = clr_cell_of(cells, label);
        const uint met = seen[label];
        clr_job job;

        if (!is_last) {
            clr_cell_carry(cell, rows_apart);
            continue;
        }
        CLR_EACH_ARRAY(CLR_SET_ARRAY)
        job.place  = first_place + label;
        job.total  = clr_cell_count(cell, rows_apart, met);
        job.status = CLR_OK;
        clr_deliver(memory, job, clr_cell_state(cell, rows_apart, met, rows));
        clr_cell_clear(cell, rows_apart, rows);
        if (met)
            seen[label] = 0;
    }
    if (get_global_id(0) == 0) {
        if (is_last)
            clr_tell_ready(told, results);
        else
            told->rows = CLR_ALL_ROWS;
    }
}
