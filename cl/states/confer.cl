/*
 * confer - a group's items share their best keys at a barrier: cl/fold/lead.cl. All items must call
 * it.
 */
#define CLR_FOLLOW(k)                                                                              \
    CLR_STATE_OF(state, k) =                                                                       \
        clr_m##k##_lanes_follow((__local void *)memory.scratch, CLR_STATE_OF(state, k));

CLR_FN clr_lanes_state clr_confer(const clr_memory memory, clr_lanes_state state)
{
    CLR_EACH_LED(CLR_FOLLOW)
    return state;
}
