/*
 * rows - the finish of a group that has folded a result of many, or its part of it
 * (cl/reduce_rows.cl): if it has the result to itself (`left`, the number of groups that share it,
 * is 1), it delivers the result; else it leaves a partial, and a second launch folds the result's
 * partials (cl/finish/second_rows.cl). Where these lie, `own`, is set before the group's work.
 * Its alternative is cl/finish/rows_ticket.cl, which needs no second launch.
 */
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
