/* join_vectors - cl/load/join.cl for states of vectors: lane by lane, as each lane is another
 * column. */
CLR_FN clr_lanes_state clr_join_vectors(clr_lanes_state *waiting, uint number,
                                        clr_lanes_state state)
{
    uint level = 0;

    for (; number & 1; number >>= 1)
        state = clr_lanes_combine(waiting[level++], state);
    waiting[level] = state;
    return state;
}
