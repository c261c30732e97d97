/*
 * unguarded - cl/finish/cell.cl around cl/cell/unguarded.cl, logging each item's read and write and
 * their order. Where CLR_HOLDS is 1, all of the group's items read before one writes, as parallel
 * items would: a barrier ensures it on devices that run items one after the other.
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
