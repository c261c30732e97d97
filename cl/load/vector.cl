/* vector - reads a vector of a span of contiguous elements; in the published order its lanes are
 * neighbouring lanes of the order. Its alternative along axes is cl/load/vector_along.cl. */
CLR_FN clr_lanes_inputs clr_read_vector(const clr_memory memory, const clr_span span,
                                        const ulong vector)
{
    const ulong i = span.head + vector * CLR_LANES;

    clr_note(memory, CLR_TRACE_LOAD, CLR_LOAD_PLACE(span, i), CLR_LANES * CLR_STORED_SIZE);
    return clr_lanes_read_inputs(span, i);
}

/* The lane of the published order that has lane `lane` of column `column`. */
CLR_FN uint clr_lane_in_order(const clr_span span, const uint column, const uint lane)
{
    return column * CLR_LANES + lane;
}

/* Does `fold` once it is known whether vectors are aligned, so that loads follow each other without
 * a question between them. CPUs lose nothing by unaligned loads, and their compilers have the code
 * once. */
#if CLR_LANES == 1
#define CLR_WITH_ALIGNMENT(strip, fold) fold
#elif CLR_GROUP_SIZE == 1
#define CLR_WITH_ALIGNMENT(strip, fold)                                                            \
    strip.aligned = strip.alike = false;                                                           \
    fold
#else
#define CLR_WITH_ALIGNMENT(strip, fold)                                                            \
    if (strip.aligned && strip.alike) {                                                            \
        fold                                                                                       \
    } else {                                                                                       \
        strip.aligned = strip.alike = false;                                                       \
        fold                                                                                       \
    }
#endif
