/*
 * volatile - wrong by design: the tree of cl/group/sequential.cl, whose last 64 states the 32 items
 * of one warp fold through a volatile pointer and without barriers. That worked when the lanes of a
 * warp ran in lockstep: volatile makes each access happen, but none wait for another item's.
 */
CLR_FN bool clr_speaks(void)
{
    return CLR_ITEM == 0;
}

/* Item i below `stride` merges the state of item i + stride, if that is below `active`. */
CLR_FN clr_state clr_tree_step(const clr_memory memory, clr_state state, const uint stride,
                               const uint active)
{
    const uint lid = CLR_ITEM;

    if (lid < stride && lid + stride < active) {
        state = clr_merge(memory, state, clr_get(memory, lid + stride));
        clr_put(memory, lid, state);
    }
    return state;
}

/* clr_tree_step() with each state read and written through a volatile pointer, since compilers
 * would otherwise keep states in registers. */
CLR_FN clr_state clr_warp_step(const clr_memory memory, clr_state state, const uint stride,
                               const uint active)
{
    volatile __local clr_state *cells = clr_cell_at(memory, 0);
    const uint lid                    = CLR_ITEM;

    if (lid < stride && lid + stride < active) {
        const clr_state other = cells[lid + stride];

        clr_note_state(memory, CLR_TRACE_GET, lid + stride, other);
        state      = clr_merge(memory, state, other);
        cells[lid] = state;
        clr_note_state(memory, CLR_TRACE_PUT, lid, state);
    }
    return state;
}

CLR_FN clr_state clr_group_fold(const clr_memory memory, clr_state state, const uint size)
{
    uint active = size; /* states that are left: down to 64, two for each item of a warp of 32 */

    clr_put(memory, CLR_ITEM, state);
    while (active > 64) {
        const uint stride = max((active + 1) / 2, 64u);

        clr_meet(memory);
        state  = clr_tree_step(memory, state, stride, active);
        active = stride;
    }
    clr_meet(memory);
    for (uint stride = 32; stride > 0; stride /= 2)
        state = clr_warp_step(memory, state, stride, min(active, 2 * stride));
    return state;
}
