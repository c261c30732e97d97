/* shuffle - items of a sub-group pass states through registers (cl/shuffle), without local memory
 * and barriers; each sub-group then puts one state into local memory, and the first sub-group folds
 * these through registers, too. */
CLR_FN bool clr_speaks(void)
{
    return clr_sub_number() == 0 && clr_sub_item() == 0;
}

/* Halves the sub-group's first `size` items until one is left. */
CLR_FN clr_state clr_sub_fold(const clr_memory memory, clr_state state, const uint size)
{
    const uint item = clr_sub_item();

    for (uint active = size; active > 1;) {
        const uint      stride = (active + 1) / 2;
        const bool      takes  = item + stride < active;
        const clr_state other  = clr_take(memory, state, takes ? item + stride : item);

        if (takes)
            state = clr_merge(memory, state, other);
        active = stride;
    }
    return state;
}

CLR_FN clr_state clr_group_fold(const clr_memory memory, clr_state state, const uint size)
{
    const uint count = clr_sub_count();

    state = clr_sub_fold(memory, state, clr_sub_size());
    if (count == 1)
        return state;
    if (clr_sub_item() == 0)
        clr_put(memory, clr_sub_number(), state);
    clr_meet(memory);
    if (clr_sub_number() != 0)
        return state;
    state = clr_none();
    for (uint i = clr_sub_item(); i < count; i += clr_sub_size())
        state = clr_combine(memory, state, clr_get(memory, i));
    return clr_sub_fold(memory, state, min(count, clr_sub_size()));
}
