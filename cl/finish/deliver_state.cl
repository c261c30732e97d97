/* deliver_state - leaves the state of one result of many, for accumulators: the number of elements,
 * a status, the state, and the record, for results that are not made of sums (src/state/layout.h:
 * clri_left_layout). Its alternative is cl/finish/deliver_row.cl. */
/* Result r has a status: empty of fewer than `least` elements, else `found`. */
#define CLR_JUDGE(r, least, found) record.status##r = job.total < least ? CLR_ERROR_EMPTY : found;

CLR_COLD void clr_deliver(const clr_memory memory, const clr_job job, const clr_state folded)
{
    __global uchar *at    = job.left_states + job.place * CLR_LEFT_SIZE;
    const clr_state state = job.total ? folded : clr_empty();
    clr_record      record = clr_lower(memory, state, job.total);

    *(__global ulong *)at                   = job.total;
    *(__global int *)(at + CLR_LEFT_STATUS) = job.status;
    clr_leave_state(memory, job, at + CLR_LEFT_STATE, state);
    CLR_EACH_JUDGED(CLR_JUDGE)
    *(__global clr_record *)(at + CLR_LEFT_RECORD) = record;
}
