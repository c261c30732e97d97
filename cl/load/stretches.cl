/* stretches - cl/load/lanes.cl for noncommutative operators: a lane takes consecutive elements, of
 * which every CLR_ROWS belong to the next slab, so that folding lanes and slabs in order keeps all
 * operands' sides. */
/* Slabs and lanes of a strip that have elements: the first ones. */
CLR_FN uint clr_slabs_there(const clr_span strip)
{
    return (min((uint)strip.count, (uint)(CLR_SLABS * CLR_ROWS)) + CLR_ROWS - 1) / CLR_ROWS;
}

CLR_FN uint clr_lanes_there(const clr_span strip)
{
    return ((uint)strip.count + CLR_SLABS * CLR_ROWS - 1) / (CLR_SLABS * CLR_ROWS);
}

CLR_FN clr_lanes_state clr_slab_fold(const clr_memory memory, const clr_span strip,
                                     const uint slab, const uint column)
{
    const ulong first = (column * CLR_SLABS + slab) * CLR_ROWS;
    const ulong end   = min(first + CLR_ROWS, strip.count);
    clr_lanes_state state = clr_lanes_none();

    for (ulong i = first; i < end; i++)
        state = clr_fold_vector(memory, strip, state, i);
    return state;
}

CLR_FN clr_state clr_end_lane(const clr_memory memory, const clr_span strip, const uint lane,
                              const clr_state state)
{
    return state;
}
