/*
 * strips_row - a group folds a result in the published order, or its part of one: strip by strip,
 * chain by chain, block by block, as cl/finish/chains.cl does with groups' partials. A chain without
 * strips changes nothing, so the tree of chains ends with the first power of two that covers all. Up
 * to CLR_CHAINS groups, a power of two, share a result of one block: each has a subtree.
 */
#define CLR_ROW_CHAIN_LEVELS 9

/* Chains are dealt out to the groups that share a result, not elements. */
CLR_FN clr_span clr_part_of(const clr_span span, const uint part, const uint parts)
{
    return span;
}

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

/* Folds a block's chains that are part `part` of `parts`, which may be none. */
CLR_FN clr_state clr_fold_block(const clr_memory memory, const clr_span span, const uint part,
                                const uint parts)
{
    const uint strips = (uint)((span.count + CLR_STRIP - 1) / CLR_STRIP);
    const uint length = strips / CLR_CHAINS;
    const uint longer = strips % CLR_CHAINS; /* chains with one strip more */
    const uint chains = min(strips, (uint)CLR_CHAINS);
    const uint leaves = max(clr_covering(chains) / parts, 1u); /* of the part's tree */
    const uint begin  = part * leaves;
    clr_state waiting[CLR_ROW_CHAIN_LEVELS];
    clr_state state = clr_none();
    uint first = begin * length + min(begin, longer);

    for (uint leaf = 0; leaf < leaves; leaf++) {
        const uint chain = begin + leaf;
        const uint end   = chain < chains ? first + length + (chain < longer ? 1 : 0) : first;

        state = clr_join(memory, waiting, leaf, clr_fold_chain(memory, span, first, end));
        first = end;
    }
    return state;
}

/* Folds the group's part. Of a result of several blocks the first group has all. */
CLR_FN clr_state clr_group_work(const clr_memory memory, const clr_job job, const clr_span row)
{
    const clr_span span      = clr_keep_whole(row);
    const bool     is_shared = span.count <= CLR_BLOCK;
    const ulong    end       = is_shared || job.part == 0 ? span.count : 0;
    const uint     parts     = is_shared ? job.left : 1;
    clr_state      state     = clr_none();

    for (ulong first = 0; first < end; first += CLR_BLOCK) {
        const clr_state block =
            clr_fold_block(memory, clr_piece_of(span, first, CLR_BLOCK), job.part, parts);

        state = first ? clr_combine(memory, state, block) : block;
    }
    return state;
}
