/*
 * levels - adds up a group's exact states by shares of their terms (cl/exact/levels.cl): two steps
 * of a few plain additions, in place of a tree of TwoSums that depend on each other. A step of such
 * a tree takes 280 clocks of an H200, of plain additions 73
 * (docs/history/2026-11-24-small-exact-sums.md). Item 0 has the result. Any group size.
 */
#define CLR_SHARERS 16 /* items that add up a level in the first step: square root of 256 */

CLR_FN bool clr_speaks(void)
{
    return CLR_ITEM == 0;
}

/* The address of share i: shares lie where the items' states would, in memory declared as
 * states. */
CLR_FN __local double *clr_share_at(const clr_memory memory, const uint i)
{
    return (__local double *)((__local uchar *)memory.scratch + i * (uint)sizeof(double));
}

/* Sums every `step`th share below `end`, in two chains. */
CLR_FN double clr_sum_of_shares(const clr_memory memory, const uint first, const uint step,
                                const uint end)
{
    double sum  = 0.0;
    double next = 0.0;

#pragma unroll 2
    for (uint i = first; i < end; i += 2 * step) {
        sum += *clr_share_at(memory, i);
        next += i + step < end ? *clr_share_at(memory, i + step) : 0.0;
    }
    return sum + next;
}

#define CLR_COUNT_LEVELS(k) +clr_m##k##_levels
#define CLR_MARK(k)         clr_m##k##_mark(CLR_BINS_OF_##k(memory) CLR_STATE_OF(state, k));
#define CLR_CUT(k)                                                                                 \
    {                                                                                              \
        double shares[clr_m##k##_levels];                                                          \
                                                                                                   \
        clr_m##k##_cut(CLR_BINS_OF_##k(memory) shares, size, CLR_STATE_OF(state, k));              \
        _Pragma("unroll") for (uint level = 0; level < clr_m##k##_levels; level++)                 \
            *clr_share_at(memory, (done + level) * size + CLR_ITEM) = shares[level];               \
        done += clr_m##k##_levels;                                                                 \
    }
#define CLR_PUT_TOGETHER(k)                                                                        \
    {                                                                                              \
        double sums[clr_m##k##_levels];                                                            \
                                                                                                   \
        _Pragma("unroll") for (uint level = 0; level < clr_m##k##_levels; level++)                 \
            sums[level] = *clr_share_at(memory, (done + level) * size);                            \
        CLR_STATE_OF(state, k) = clr_m##k##_put_together(CLR_BINS_OF_##k(memory) sums);            \
        done += clr_m##k##_levels;                                                                 \
    }

CLR_FN clr_state clr_group_fold(const clr_memory memory, clr_state state, const uint size)
{
    const uint levels  = 0 CLR_EACH_EXACT(CLR_COUNT_LEVELS);
    const uint sharers = min((uint)CLR_SHARERS, size);
    uint done          = 0;

    CLR_EACH_EXACT(CLR_MARK)
    clr_meet(memory);
    CLR_EACH_EXACT(CLR_CUT)
    clr_meet(memory);
    for (uint i = CLR_ITEM; i < levels * sharers; i += size) {
        const uint begin = i / sharers * size;
        const uint first = begin + i % sharers;

        *clr_share_at(memory, first) = clr_sum_of_shares(memory, first, sharers, begin + size);
    }
    clr_meet(memory);
    for (uint i = CLR_ITEM; i < levels; i += size)
        *clr_share_at(memory, i * size) =
            clr_sum_of_shares(memory, i * size, 1, i * size + sharers);
    clr_meet(memory);
    done = 0;
    if (clr_speaks()) {
        CLR_EACH_EXACT(CLR_PUT_TOGETHER)
    }
    return state;
}
