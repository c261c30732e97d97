/* several_memory - combines the states of all members, and saves them to global memory and restores
 * them, each with its bins. Of one member it is single_memory.cl. */
#define CLR_COMBINE(k) state.s##k = clr_m##k##_combine(CLR_BINS_OF_##k(memory) a.s##k, b.s##k);
#define CLR_SAVE(k)    clr_m##k##_save(CLR_BINS_OF_##k(memory) & at->s##k, state.s##k);
#define CLR_RESTORE(k) state.s##k = clr_m##k##_restore(CLR_BINS_OF_##k(memory) & at->s##k);

CLR_FN clr_state clr_combine(const clr_memory memory, const clr_state a, const clr_state b)
{
    clr_state state;

    CLR_EACH_MEMBER(CLR_COMBINE)
    return state;
}

CLR_FN void clr_save(const clr_memory memory, __global clr_saved *at, const clr_state state)
{
    CLR_EACH_MEMBER(CLR_SAVE)
}

CLR_FN clr_state clr_restore(const clr_memory memory, volatile __global const clr_saved *at)
{
    clr_state state;

    CLR_EACH_MEMBER(CLR_RESTORE)
    return state;
}
