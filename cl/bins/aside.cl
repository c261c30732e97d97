/*
 * aside - what an item alone is to set aside it reads once more: a run that is wanted twice would
 * stay in registers, of which there are too few on a CPU, and so in memory, for all runs that the
 * terms can take. Of a state such a run changes what has been seen alone.
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
