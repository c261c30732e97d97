/* stride - an item takes every so-manyth vector of the whole input, one at a time. */
CLR_FN clr_state clr_item_fold(const clr_span span)
{
    return clr_combine(clr_fold_lanes(clr_fold_vectors(span, 0)), clr_fold_edges(span));
}
