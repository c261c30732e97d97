/*
 * strips - a group folds each strip of its share, and leaves one partial a strip: which group folds
 * a strip does not affect the result.
 */
CLR_FN clr_state clr_group_work(const clr_memory memory, const clr_job job, clr_span span)
{
    const ulong     strips = (span.count + CLR_STRIP - 1) / CLR_STRIP;
    const clr_share share  = clr_share_of_group(strips);

    span = clr_keep_whole(span);
    for (ulong number = share.first; number < share.end; number += share.step) {
        const clr_span strip = clr_piece_of(span, number * CLR_STRIP, CLR_STRIP);

        clr_fold_strip(memory, strip);
        if (clr_speaks())
            clr_leave(memory, job.states, clr_place_of(job, number), clr_get(memory, 0));
        clr_meet_all(memory);
    }
    return clr_none();
}
