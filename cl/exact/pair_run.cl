/*
 * pair_run - folds CLR_LENGTH vectors into two doubles, of each lane or of all lanes together.
 * Their sum in one double, if proved exact (cl/exact/brief.cl), takes the twelve additions of
 * cl/exact/pair.cl once; else each element takes them. Twelve additions an element are all that an
 * H200's unit has for what memory brings: rows of 4096 went from 0.45 of the flat sum's speed to
 * 0.92 (docs/history/2026-11-25-registers-and-giants.md, "Exact sums by runs").
 */
CLR_FN CLR_AT(brief) CLR_RUN_AT(brief)(const CLR_ALL(inputs) *inputs, const ulong index,
                                       const ulong step, const ulong n)
{
    CLR_AT(brief) brief = CLR_AT(brief_none)();

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        brief = CLR_AT(brief_add)(
            brief, CLR_AT(lift)(CLR_AT(element_of)(inputs[l], index + l * step, n)));
    }
    return brief;
}

CLR_FN CLR_AT(state) CLR_RUN_AT(fold)(CLR_AT(state) state, const CLR_ALL(inputs) *inputs,
                                      const ulong index, const ulong step, const ulong n)
{
    const CLR_AT(brief) brief = CLR_RUN_AT(brief)(inputs, index, step, n);
    const CLR_WIDE(int) spans = CLR_AT(brief_span)(brief);

    if (CLR_ACROSS(max, spans) <= CLR_BRIEF_ROOM(CLR_LENGTH))
        return CLR_AT(put)(state, brief.sum);
#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        const ulong i = index + l * step;

        state = CLR_AT(take)(state, CLR_AT(element_of)(inputs[l], i, n), i);
    }
    return state;
}

#ifndef CLR_NARROW
/* All lanes into one state. */
CLR_FN CLR_OF(state) CLR_RUN_AT(gather)(CLR_OF(state) state, const CLR_ALL(inputs) *inputs,
                                        const ulong index, const ulong step, const ulong n)
{
    const CLR_OF(brief) brief =
        CLR_OF(brief_of_lanes)(CLR_RUN_AT(brief)(inputs, index, step, n));

    if (CLR_OF(brief_span)(brief) <= CLR_BRIEF_ROOM(CLR_LENGTH * CLR_WIDTH))
        return CLR_OF(put)(state, brief.sum);
#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        const CLR_AT(number) x =
            CLR_AT(lift)(CLR_AT(element_of)(inputs[l], index + l * step, n));

#pragma unroll
        for (uint lane = 0; lane < CLR_WIDTH; lane++) {
            state = CLR_OF(put)(state, CLR_OF(number_lane)(x, lane));
        }
    }
    return state;
}
#endif
