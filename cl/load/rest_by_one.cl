/* rest_by_one - an item alone takes the rest of a result behind its whole vectors element by
 * element. Its alternative is cl/load/rest_as_vector.cl. */
/* Takes the elements from `first` on. */
CLR_FN CLR_TRY(state) CLR_TRY(fold_by_one)(const clr_memory memory, const clr_span span,
                                           CLR_TRY(state) state, const ulong first)
{
#pragma unroll 1
    for (ulong i = first; i < span.count; i++) {
        const clr_inputs inputs = clr_read_element_alone(memory, span, i);

        state = CLR_TRY(take)(memory, state, &inputs, i, span.count);
    }
    return state;
}

CLR_FN CLR_TRY(state) CLR_TRY(fold_alone)(const clr_memory memory, const clr_span span,
                                          const clr_span ends)
{
    const ulong whole    = span.count - span.count % CLR_LANES;
    CLR_TRY(state) state = CLR_TRY(none)();

    if (whole)
        state = CLR_TRY(narrow)(memory, CLR_TRY(fold_vectors)(memory, span, whole));
    return CLR_TRY(fold_by_one)(memory, span, state, whole);
}
