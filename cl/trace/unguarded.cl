/*
 * unguarded - cl/finish/cell.cl around cl/cell/unguarded.cl, which notes what an item reads and what
 * it writes, and in which order all do. Where CLR_HOLDS is 1, the group's items read before one of
 * them writes, as items at once would: a barrier has to see to that where a device runs them one
 * after the other.
 */
CLR_FN void clr_finish(const clr_memory memory, const clr_job job, const clr_state state,
                       __local uint *is_last)
{
    volatile __global clr_cell *cell = clr_cell_of(job.ticket);
    clr_state seen;

    if (!clr_speaks())
        return;
    seen = clr_m0_read_state(cell);
    clr_note_state(memory, CLR_TRACE_READ, clr_order(memory), seen);
    if (CLR_HOLDS)
        clr_meet(memory);
    seen                       = clr_m0_combine(seen, state);
    *(__global clr_cell *)cell = seen;
    clr_note_state(memory, CLR_TRACE_WRITE, clr_order(memory), seen);
}
