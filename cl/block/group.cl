/* group - the function of a block for a group (docs/blocks.md): all items of the caller's group
 * call it with a value each, and each gets the result, through cell 0. The last barrier frees the
 * scratch memory for its next use. */
typedef clr_state clr_cell;

CLR_FN clr_result CLR_GROUP_FUNCTION(CLR_PARAMETERS, __local clr_cell *scratch)
{
    const clr_memory memory = clr_memory_of(scratch);
    clr_state state         = clr_group_fold(memory, clr_lift(CLR_ARGUMENTS), CLR_ITEMS);

    if (clr_speaks())
        clr_put(memory, 0, state);
    clr_meet(memory);
    state = clr_get(memory, 0);
    clr_meet(memory);
    return clr_lower(state, CLR_ITEMS);
}
