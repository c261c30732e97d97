/*
 * fill - copies a cut span of at most CLR_STAGE elements to local memory: items take vectors in
 * turn, and the fewer elements outside vectors one each. Returns the first element's index there:
 * vectors stay aligned.
 */
CLR_FN uint clr_stage_fill(const clr_stage stage, const clr_span span)
{
    const uint shift = clr_past(span.x);
    const uint head  = (uint)span.head;
    const uint inner = (uint)span.vectors * CLR_LANES;
    const uint edges = (uint)span.count - inner;

    clr_stage_bring(stage, span, shift);
    if (CLR_ITEM < edges) {
        const uint i = CLR_ITEM < head ? CLR_ITEM : CLR_ITEM + inner;

        clr_stage_put(stage, shift + i, clr_read_inputs(span, i));
    }
    clr_stage_brought();
    return shift;
}
