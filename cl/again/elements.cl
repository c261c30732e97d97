/* elements - the two readings of a member's elements, by one of a team's items: every step-th
 * element from `first` on, for the powers of two between which all digits lie, then for the digits
 * themselves. */
CLR_FN clr_addend CLR_OF(addend_at)(const clr_memory memory, const clr_span span, const ulong i)
{
    const clr_inputs inputs     = clr_read_each(memory, span, i);
    const CLR_OF(lifted) lifted = CLR_OF(lift)(CLR_OF(element_of)(inputs, i, span.total));

    return CLR_ADDEND(lifted);
}

/* Binades from the lowest digit that an addend of this type may have to the highest. */
CLR_FN uint CLR_OF(binades)(void)
{
    return CLR_BINADES;
}

CLR_LENGTHY void CLR_OF(find_reach)(const clr_memory memory, const clr_span span, const uint first,
                                    const uint step, __local clr_reach *reach)
{
    clr_reach found = clr_reach_none(true);

    for (ulong i = first; i < span.count; i += step)
        found = clr_reach_take(found, CLR_OF(addend_at)(memory, span, i));
    clr_reach_join(reach, found);
}

CLR_LENGTHY void CLR_OF(add_digits)(const clr_memory memory, const clr_span span, const uint first,
                                    const uint step, __local int *cells, const int lowest)
{
    for (ulong i = first; i < span.count; i += step) {
        const clr_addend addend = CLR_OF(addend_at)(memory, span, i);

        if (!clr_addend_is_zero(addend))
            clr_cells_add(cells, lowest, addend);
    }
}
