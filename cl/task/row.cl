/* row - a group folds its share of a result of many into one state. The published order has
 * cl/task/strips_row.cl in its place. */
/* A part of a result; parts begin with whole vectors if the result does. */
CLR_FN clr_span clr_part_of(const clr_span span, const uint part, const uint parts)
{
    const ulong vectors = (span.count + (ulong)CLR_LANES * parts - 1) / ((ulong)CLR_LANES * parts);

    return clr_piece_of(span, part * vectors * CLR_LANES, vectors * CLR_LANES);
}

CLR_FN clr_state clr_group_work(const clr_memory memory, const clr_job job, const clr_span span)
{
    const clr_state state = clr_item_fold(memory, clr_cut_row(span));

    return clr_group_fold(memory, state, CLR_GROUP_SIZE);
}
