/*
 * strips_row - a group alone folds a result in the published order: strip by strip, chain by chain,
 * block by block, as cl/finish/chains.cl does with groups' partials. A chain without strips changes
 * nothing, so the tree of chains ends with the first power of two that covers all.
 */
#define CLR_CHAIN_LEVELS 9

/* Folds strips `first` to `end` - 1 of the span from left to right; the leader has the state. */
CLR_FN clr_state clr_fold_chain(const clr_memory memory, const clr_span span, const uint first,
                                const uint end)
{
    clr_state state = clr_none();

    for (uint strip = first; strip < end; strip++) {
        clr_fold_strip(memory, clr_piece_of(span, strip * (ulong)CLR_STRIP, CLR_STRIP));
        if (clr_speaks())
            state = clr_combine(memory, state, clr_get(memory, 0));
        clr_meet_all(memory);
    }
    return state;
}

CLR_FN clr_state clr_fold_block(const clr_memory memory, const clr_span span)
{
    const uint strips = (uint)((span.count + CLR_STRIP - 1) / CLR_STRIP);
    const uint length = strips / CLR_CHAINS;
    const uint longer = strips % CLR_CHAINS; /* chains with one strip more */
    const uint chains = min(strips, (uint)CLR_CHAINS);
    const uint leaves = clr_covering(chains); /* of the tree */
    clr_state waiting[CLR_CHAIN_LEVELS];
    clr_state state = clr_none();
    uint first = 0;

    for (uint chain = 0; chain < leaves; chain++) {
        const uint end = chain < chains ? first + length + (chain < longer ? 1 : 0) : first;

        state = clr_fold_chain(memory, span, first, end);
        state = clr_join(memory, waiting, chain, state);
        first = end;
    }
    return state;
}

CLR_FN clr_state clr_group_work(const clr_memory memory, const clr_job job, const clr_span row)
{
    const clr_span span  = clr_keep_whole(row);
    clr_state      state = clr_none();

    for (ulong first = 0; first < span.count; first += CLR_BLOCK) {
        const clr_state block = clr_fold_block(memory, clr_piece_of(span, first, CLR_BLOCK));

        state = first ? clr_combine(memory, state, block) : block;
    }
    return state;
}
