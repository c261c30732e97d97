/*
 * deliver_told - as cl/finish/deliver.cl, of input as a whole of which memory says how many elements
 * it has: whether they are too few is found out here.
 */
typedef struct clr_job {
    __global clr_saved *states; /* the one of this run's parts so far, then those that groups leave */
    __global uint *ticket;      /* as cl/finish/deliver.cl has it */
    __global clr_record *result;
    ulong total;                /* elements that there are */
    uint part;                  /* CLR_PART_... */
    uint left;                  /* states that groups leave, for one group to fold */
} clr_job;

#define CLR_JUDGE(r, least, found) record.status##r = job.total < least ? CLR_ERROR_EMPTY : found;

CLR_COLD void clr_deliver(const clr_memory memory, const clr_job job, clr_state state)
{
    clr_record record;

    if (job.part & CLR_CUT_RESUMES)
        state = clr_merge(memory, clr_fetch(memory, job.states, 1), state);
    if (job.part & CLR_CUT_KEEPS) {
        clr_leave(memory, job.states, 1, state);
        return;
    }
    state  = job.total ? state : clr_empty();
    record = clr_lower(memory, state, job.total);
    CLR_EACH_JUDGED(CLR_JUDGE)
    *job.result = record;
    clr_note_state(memory, CLR_TRACE_DELIVER, 0, state);
}
