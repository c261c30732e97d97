/*
 * deliver_told - cl/finish/deliver.cl, for uncut input whose number of elements is in a device
 * buffer: a result of too few elements gets its status here.
 */
typedef struct clr_job {
    __global clr_saved *states; /* the state of earlier cuts, then the groups' partials */
    __global uint *ticket;      /* as in cl/finish/deliver.cl */
    __global clr_record *result;
    ulong total;                /* elements, from the device buffer */
    uint part;                  /* CLR_PART_... */
    uint left;                  /* partials, for one group to fold */
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
