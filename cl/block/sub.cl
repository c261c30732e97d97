/* sub - reduces the values of a sub-group's items by shuffles alone; each item gets the result. */
CLR_FN clr_result CLR_SUB_FUNCTION(CLR_PARAMETERS)
{
    const clr_memory memory = clr_memory_of(0);
    clr_state state         = clr_lift(CLR_ARGUMENTS);

    state = clr_sub_fold(memory, state, clr_sub_size());
    return clr_lower(clr_take(memory, state, 0), clr_sub_size());
}
