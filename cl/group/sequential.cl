/*
 * sequential - the upper half of the active items hands its states to the lower half until one is
 * left; item 0 has the result. Neighbouring items touch neighbouring cells. Any group size will
 * do: of an odd number of items the middle one waits a step.
 */
CLR_FN clr_state clr_group_fold(clr_state state, __local clr_state *scratch, const uint size)
{
    const uint lid = get_local_id(0);

    scratch[lid] = state;
    for (uint active = size; active > 1;) {
        const uint stride = (active + 1) / 2;

        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid + stride < active) {
            state        = clr_combine(state, scratch[lid + stride]);
            scratch[lid] = state;
        }
        active = stride;
    }
    return state;
}
