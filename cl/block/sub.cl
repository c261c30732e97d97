/* sub - the function of a block for a sub-group (docs/blocks.md): its items call it with a value
 * each, and each gets the result, by shuffles alone, without local memory. */
CLR_FN clr_result CLR_SUB_FUNCTION(CLR_PARAMETERS)
{
    const clr_memory memory = clr_memory_of(0);
    clr_state state         = clr_lift(CLR_ARGUMENTS);

    state = clr_sub_fold(memory, state, clr_sub_size());
    return clr_lower(clr_take(memory, state, 0), clr_sub_size());
}
