/*
 * strips - a group makes a state of every strip that is its share, and leaves it at the strip's own
 * place: how strips are shared out changes nothing of what is left. Teams of CLR_TEAM items fold
 * slabs, CLR_TEAMS at a time; items beyond the teams only meet the others. docs/order.md draws it.
 */
#define CLR_SLAB (CLR_ROW * CLR_ROWS)

/* Joins the slabs' states, which lie in cells behind those of the items. */
CLR_FN clr_state clr_join_slabs(const clr_memory memory, const ulong count)
{
    clr_state waiting[CLR_LEVELS];
    clr_state state = clr_none();

#pragma unroll
    for (uint slab = 0; slab < CLR_SLABS; slab++) {
        const bool is_there = (ulong)slab * CLR_SLAB < count;

        state = is_there ? clr_get(memory, CLR_GROUP_SIZE + slab) : clr_none();
        state = clr_join(memory, waiting, slab, state);
    }
    return state;
}

/* The state of a strip, of which only the item that speaks for the group has it. */
CLR_FN clr_state clr_strip_fold(const clr_memory memory, const clr_span strip)
{
    const uint team = CLR_ITEM / CLR_TEAM;

    for (uint turn = 0; turn < CLR_SLABS && (ulong)turn * CLR_SLAB < strip.count;
         turn += CLR_TEAMS) {
        const uint slab      = turn + team;
        const bool has_work  = team < CLR_TEAMS && slab < CLR_SLABS;
        const clr_span piece = clr_piece_of(strip, (ulong)slab * CLR_SLAB, has_work ? CLR_SLAB : 0);
        const clr_state state = clr_group_fold(memory, clr_item_fold(memory, piece), CLR_TEAM);

        if (has_work && CLR_ITEM % CLR_TEAM == 0)
            clr_put(memory, CLR_GROUP_SIZE + slab, state);
#if CLR_GROUP_SIZE > 1
        clr_meet(memory);
#endif
    }
    return clr_speaks() ? clr_join_slabs(memory, strip.count) : clr_none();
}

CLR_FN clr_state clr_group_work(const clr_memory memory, const clr_job job, clr_span span)
{
    const ulong     strips = (span.count + CLR_STRIP - 1) / CLR_STRIP;
    const clr_share share  = clr_share_of_group(strips);
    const uint      place  = clr_place_of(job.part, span.base);

    span = clr_keep_whole(span);
    for (ulong strip = share.first; strip < share.end; strip += share.step) {
        const clr_state state =
            clr_strip_fold(memory, clr_piece_of(span, strip * CLR_STRIP, CLR_STRIP));

        if (clr_speaks())
            clr_leave(memory, job.states, place + (uint)strip, state);
    }
    return clr_none();
}
