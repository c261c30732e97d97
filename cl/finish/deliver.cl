/*
 * deliver - what one item does with the state of a whole launch. Input may come in parts: then
 * the running state waits in `carry` between launches.
 */
CLR_FN void clr_deliver(clr_state state, __global clr_state *carry, __global CLR_RESULT *result,
                        const ulong total, const uint part)
{
    if (part & CLR_PART_RESUMES)
        state = clr_combine(*carry, state);
    if (part & CLR_PART_KEEPS)
        *carry = state;
    else
        *result = clr_round(total ? state : clr_constant(CLR_EMPTY));
}
