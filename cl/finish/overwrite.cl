/*
 * overwrite - wrong by design: every item leaves its state in its group's place, where the last
 * one to come is the one that counts.
 */
CLR_FN void clr_finish(const clr_memory memory, const clr_job job, const clr_state state,
                       __local uint *is_last)
{
    clr_leave(memory, job.states, CLR_FIRST_STATE + (uint)get_group_id(0), state);
}
