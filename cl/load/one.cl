/* one - an item takes one vector, of one element unless asked otherwise. */
CLR_FN clr_state clr_item_fold(const clr_span span)
{
    const ulong vector = get_global_id(0);
    clr_state   state  = clr_constant(CLR_IDENTITY);

    if (vector < span.vectors)
        state = clr_fold_lanes(clr_lift_vector(span, vector));
    return clr_combine(state, clr_fold_edges(span));
}
