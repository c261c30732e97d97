/*
 * fill - brings all elements of a span that is cut to the stage, CLR_STAGE at most: an item's vectors
 * lie a turn of the group apart, and those outside vectors are fewer than its items. The place on the
 * stage of the first one comes back: vectors stay aligned.
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
