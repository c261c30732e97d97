/*
 * deliver - the job of a finish, and what becomes of the state of a whole launch: a record, or a
 * state carried to the next launch. Input may come in parts, of which states[0] carries the state,
 * and a part may be cut into launches, of which states[1] carries it. A result of too few elements
 * has its status changed.
 */
typedef struct clr_job {
    __global clr_saved *states;  /* carried states, then the groups' partials */
    __global uint *ticket;       /* finished groups, claimed lots of tiles, two words for a cell */
    __global clr_record *result;
    ulong total;                 /* elements of the whole input */
    uint part;                   /* CLR_PART_... */
    uint left;                   /* partials, for one group to fold */
} clr_job;

#define CLR_JUDGE(r, least, found) record.status##r = job.total < least ? CLR_ERROR_EMPTY : found;

CLR_COLD void clr_deliver(const clr_memory memory, const clr_job job, clr_state state)
{
    clr_record record;

    if (job.part & CLR_CUT_RESUMES)
        state = clr_merge(memory, clr_fetch(memory, job.states, 1), state);
    if (!(job.part & CLR_CUT_KEEPS) && (job.part & CLR_PART_RESUMES))
        state = clr_merge(memory, clr_fetch(memory, job.states, 0), state);
    if (job.part & CLR_CUT_KEEPS) {
        clr_leave(memory, job.states, 1, state);
    } else if (job.part & CLR_PART_KEEPS) {
        clr_leave(memory, job.states, 0, state);
    } else {
        state  = job.total ? state : clr_empty();
        record = clr_lower(memory, state, job.total);
        if (CLR_COUNT_IN_MEMORY) {
            CLR_EACH_JUDGED(CLR_JUDGE)
        }
        *job.result = record;
        clr_note_state(memory, CLR_TRACE_DELIVER, 0, state);
    }
}
