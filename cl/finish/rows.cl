/* rows - the finish of many results where a second launch follows: a group that has a result to
 * itself delivers it; groups that share one leave partials (cl/finish/second_rows.cl). Its
 * alternative is cl/finish/rows_ticket.cl. */
#define CLR_PLACE_EARLY(job, own) job.states = own;
#define CLR_PLACE_LATE(job, all, tickets, row)

CLR_FN void clr_finish(const clr_memory memory, const clr_job job, const clr_state state,
                       __local uint *is_last)
{
    if (!clr_speaks())
        return;
    if (job.left == 1)
        clr_deliver(memory, job, state);
    else
        clr_leave_partial(memory, job, state);
}
