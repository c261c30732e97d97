/*
 * confer - what a group's items tell each other of their states between tiles, now and then: see
 * cl/fold/lead.cl. All items must come here alike. Once in 16 tiles costs little, and after the
 * first one most of the gain is made.
 */
#define CLR_TILES_A_TALK 16
#define CLR_FOLLOW(k)                                                                              \
    CLR_STATE_OF(state, k) =                                                                       \
        clr_m##k##_lanes_follow((__local void *)memory.scratch, CLR_STATE_OF(state, k));

CLR_FN clr_lanes_state clr_confer(const clr_memory memory, clr_lanes_state state, const uint turn)
{
    if (turn % CLR_TILES_A_TALK == 0) {
        CLR_EACH_LED(CLR_FOLLOW)
    }
    return state;
}
