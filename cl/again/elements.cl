/*
 * elements - an item of a team reads its share of a result's elements, every step-th one from
 * `first` on, for a sum that doubles could not certify and that is made again from integers
 * (cl/again/make.cl, leave.cl): once for the sum's reach, the powers of two between which all
 * digits lie, as the place of the cells depends on it; then for the digits, as nobody has room to
 * keep the elements. An element that is not taken is lifted to what adds nothing.
 */
CLR_FN clr_addend CLR_OF(addend_at)(const clr_memory memory, const clr_span span, const ulong i)
{
    const clr_inputs inputs     = clr_read_each(memory, span, i);
    const CLR_OF(lifted) lifted = CLR_OF(lift)(CLR_OF(element_of)(inputs, i, span.total));

    return CLR_ADDEND(lifted);
}

/* In how many binades the digits of addends of this type may lie, both ends counted: by it
 * cl/again/sum.cl, spread.cl and leave.cl size the cells of a team that adds all digits. */
CLR_FN uint CLR_OF(binades)(void)
{
    return CLR_BINADES;
}

/* Joins the share's reach to the team's, which clr_again_begin() has made empty. It also has told
 * whether the result has elements, to which clr_reach_none(true) adds nothing. */
CLR_LENGTHY void CLR_OF(find_reach)(const clr_memory memory, const clr_span span, const uint first,
                                    const uint step, __local clr_reach *reach)
{
    clr_reach found = clr_reach_none(true);

    for (ulong i = first; i < span.count; i += step)
        found = clr_reach_take(found, CLR_OF(addend_at)(memory, span, i));
    clr_reach_join(reach, found);
}

/* Adds the share's digits to the team's cells; cell 1 counts 2^lowest (cl/again/cells.cl). */
CLR_LENGTHY void CLR_OF(add_digits)(const clr_memory memory, const clr_span span, const uint first,
                                    const uint step, __local int *cells, const int lowest)
{
    for (ulong i = first; i < span.count; i += step) {
        const clr_addend addend = CLR_OF(addend_at)(memory, span, i);

        if (!clr_addend_is_zero(addend))
            clr_cells_add(cells, lowest, addend);
    }
}
