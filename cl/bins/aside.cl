/*
 * aside - adds a run that does not fit the terms to the bins of an item alone, reading it again:
 * kept for a second use the run would stay in memory, also where it fits, which is most often
 * (exact sums of 2^18 floats in a cache took 94 us, and 77 since:
 * docs/history/2026-11-24-cpu-levels.md). Only the `seen` bits of the state come back, as a state
 * handed through memory cost each run 55 cycles.
 */
#if CLR_GROUP_SIZE == 1 && CLR_LOADS > 1
#define CLR_READ_AGAIN(k)                                                                          \
    CLR_COLD uint clr_m##k##_fold_again(const clr_memory memory, const clr_span span,              \
                                        const uint seen, const ulong first, const uint step)       \
    {                                                                                              \
        clr_lanes_inputs inputs[CLR_LOADS];                                                        \
                                                                                                   \
        _Pragma("unroll") for (uint load = 0; load < CLR_LOADS; load++)                            \
            inputs[load] = clr_read_vector(memory, span, first + load * step);                     \
        return clr_m##k##_lanes_fold_aside_tile(CLR_BINS_OF_##k(memory) seen, inputs,              \
                                                clr_index_of(span, first), step * CLR_LANES,       \
                                                span.total);                                       \
    }
#define CLR_FOLD_AGAIN(k)                                                                          \
    if (CLR_STATE_OF(state, k).seen & CLR_SEEN_ASIDE)                                              \
        CLR_STATE_OF(state, k).seen =                                                              \
            clr_m##k##_fold_again(memory, span, CLR_STATE_OF(state, k).seen, first, step);
#define CLR_FOLD_ASIDE CLR_EACH_EXACT(CLR_FOLD_AGAIN)

CLR_EACH_EXACT(CLR_READ_AGAIN)
#else
#define CLR_FOLD_ASIDE
#endif
