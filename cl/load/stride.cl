/* stride - the items of the launch take vectors of the input in turn, one at a time: any number of
 * items folds any number of elements, and neighbours read neighbours. */
CLR_FN clr_state clr_item_fold(const clr_memory memory, const clr_span span)
{
    const clr_lanes_state folded = clr_fold_vectors(memory, span, clr_lanes_none(), 0);

    return clr_fold_edges(memory, span, clr_fold_lanes(memory, folded));
}
