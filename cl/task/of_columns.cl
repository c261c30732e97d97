/* of_columns - the functions and types by which cl/task/lane.cl folds CLR_LANES columns side by
 * side, as the lanes of vectors. */
/* Reads element `i` of each column. */
CLR_FN clr_lanes_inputs clr_lanes_read_each(const clr_memory memory, const clr_span span,
                                            const ulong i)
{
    return clr_read_lanes(memory, clr_to_each(span, i), 0);
}

CLR_FN clr_lanes_state clr_lanes_join(const clr_memory memory, clr_lanes_state *waiting,
                                      const uint number, const clr_lanes_state state)
{
    return clr_join_vectors(waiting, number, state);
}
