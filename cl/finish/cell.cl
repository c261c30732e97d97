/*
 * cell - every state is merged into one cell, by the way that a piece of cl/cell knows. A launch
 * of one item before makes the cell ready, another afterwards delivers what is in it.
 */
/*
 * needs:    clr_cell clr_memory clr_job clr_state clr_speaks clr_note_state clr_merge_into
 *           clr_cell_from clr_none clr_saved clr_record CLR_MEMORY_PARAMETER CLR_SCRATCH
 *           clr_memory_of CLR_MEMORY clr_deliver clr_state_from
 * provides: clr_cell_of clr_finish clr_cell_begin clr_cell_end
 */
CLR_FN __global clr_cell *clr_cell_of(__global uint *ticket)
{
    return (__global clr_cell *)(ticket + 2);
}

CLR_FN void clr_finish(const clr_memory memory, const clr_job job, const clr_state state,
                       __local uint *is_last)
{
    if (!clr_speaks())
        return;
    clr_note_state(memory, CLR_TRACE_ATOMIC, 0, state);
    clr_merge_into(clr_cell_of(job.ticket), state);
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void clr_cell_begin(__global uint *ticket)
{
    *clr_cell_of(ticket) = clr_cell_from(clr_none());
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void clr_cell_end(__global clr_saved *states, __global uint *ticket, __global clr_record *results,
                  const ulong result_index, const ulong total, const uint part
                  CLR_MEMORY_PARAMETER)
{
    CLR_SCRATCH(1)
    const clr_memory memory = clr_memory_of(CLR_MEMORY);
    const clr_job    job    = {states, ticket, results + result_index, total, part, 0};

    clr_deliver(memory, job, clr_state_from(*clr_cell_of(ticket)));
}
