/*
 * rest_as_vector - an item alone reads the rest of a result behind its whole vectors as one more
 * vector: the result's last elements, or, of a shorter result, also some behind it, unless the
 * inputs end there. Lanes of elements already taken, or of another result, are left out before they
 * are added. For one double alone (cl/load/alone_brief.cl); other states are faster by
 * cl/load/rest_by_one.cl (docs/history/2026-11-25-cpu-shapes.md, "Rows and segments by an item
 * alone").
 */
#define CLR_FEW         (CLR_LANES / 4) /* elements below which one by one is faster */
#define CLR_HAS_ROOM(x) has_room &= ends.x - span.x >= CLR_LANES;

CLR_FN bool clr_has_room(const clr_span span, const clr_span ends)
{
    bool has_room = true;

    CLR_EACH_INPUT(CLR_HAS_ROOM)
    return has_room;
}

CLR_FN CLR_TRY(state) CLR_TRY(fold_alone)(const clr_memory memory, const clr_span span,
                                          const clr_span ends)
{
    const ulong whole = span.count - span.count % CLR_LANES;
    const ulong i     = whole ? span.count - CLR_LANES : 0;
    CLR_TRY(lanes_state) lanes;

    if (span.count <= CLR_FEW || (whole == 0 && !clr_has_room(span, ends)))
        return CLR_TRY(fold_few)(memory, span);
    lanes = CLR_TRY(fold_vectors)(memory, span, whole);
    if (whole < span.count)
        lanes = CLR_TRY(take_some)(memory, lanes, clr_read_vector_alone(memory, span, i), i,
                                   span.count, (int)(whole - i), (int)(span.count - i));
    return CLR_TRY(narrow)(memory, lanes);
}
