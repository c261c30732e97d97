/*
 * rows_ticket - groups that share a result leave partials and draw numbers by the result's own
 * ticket; the group with the last number folds all partials, and resets the ticket. It delivers, as
 * does a group that has a result to itself. No group waits for another.
 *
 * Partials and ticket are placed after the group's work: pointers known before it cost kernels of
 * an H200 up to 40 registers (docs/history/2026-11-28-row-tickets.md).
 */
#define CLR_TICKET_WORDS 2 /* the words that cl/fence resets */
#define CLR_PLACE_EARLY(job, own)
#define CLR_PLACE_LATE(job, all, tickets, row)                                                     \
    job.states = (all) + (row) * get_num_groups(0);                                                \
    job.ticket = (tickets) + (row) * CLR_TICKET_WORDS;

/* Leaves the group's partial; true for the last group to do so. */
CLR_FN bool clr_is_last(const clr_memory memory, const clr_job job, const clr_state state)
{
    uint number;

    clr_leave_partial(memory, job, state);
    clr_fence_release();
    number = clr_draw(job.ticket);
    clr_note(memory, CLR_TRACE_DRAW, number, number == get_num_groups(0) - 1);
    return number == get_num_groups(0) - 1;
}

CLR_FN void clr_finish(const clr_memory memory, const clr_job job, clr_state state,
                       __local uint *is_last)
{
    const bool is_alone = get_num_groups(0) == 1;

    if (clr_speaks())
        *is_last = !is_alone && clr_is_last(memory, job, state);
    clr_note(memory, CLR_TRACE_BARRIER, 0, 0);
    CLR_BARRIER(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
    if (*is_last) {
        clr_fence_acquire();
        clr_open(memory);
        state = clr_fold_states(memory, job, CLR_GROUP_SIZE);
        clr_close(memory, state);
        if (clr_speaks())
            clr_put_back(job.ticket);
    }
    CLR_GROUP_BARRIER /* without it PoCL 3.1 makes the loop over rows endless */
    if (clr_speaks() && (is_alone || *is_last))
        clr_deliver(memory, job, state);
}
