/* cell_ends - the launches of one work-item around a launch that merges into a cell: one clears the
 * cell, one delivers it. */
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void clr_cell_begin(__global uint *ticket)
{
    *clr_cell_of(ticket) = clr_cell_from(clr_none());
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void clr_cell_end(__global clr_saved *states, __global uint *ticket, __global clr_record *results,
                  const ulong result_index, const ulong total, const uint part
                  CLR_EACH_DDOF(CLR_DDOF_PARAMETER) CLR_MEMORY_PARAMETER)
{
    CLR_SCRATCH(1)
    const clr_memory memory = clr_memory_of(CLR_MEMORY);
    const clr_job    job    = {states, ticket, results + result_index, total, part, 0};

    clr_deliver(memory, job, clr_state_from(*clr_cell_of(ticket)));
}
