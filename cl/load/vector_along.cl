/*
 * vector_along - reads a vector of a row of the published order along axes: neighbours where the
 * order's neighbours are beside each other in memory; else elements as far apart as there are
 * vectors in a row, so that neighbouring items read neighbours. A span along axes keeps its place
 * when it is cut.
 */
#define CLR_VECTORS       (CLR_ROW / CLR_LANES)
#define CLR_ARE_BESIDE(x) are_beside &= line->x == 1;

/* Whether elements along the fastest reduced axis are beside each other. */
CLR_FN bool clr_are_beside(__constant const clr_shape *shape)
{
    __constant const clr_axis *line = shape->axes + shape->kept;
    bool are_beside = shape->reduced != 0;

    if (shape->reduced) {
        CLR_EACH_INPUT(CLR_ARE_BESIDE)
    }
    return are_beside;
}

/* The lane of the published order that has lane `lane` of column `column`. */
CLR_FN uint clr_lane_in_order(const clr_span span, const uint column, const uint lane)
{
    return clr_are_beside(span.shape) ? column * CLR_LANES + lane : lane * CLR_VECTORS + column;
}

/* Reads lanes that are `apart`, from element `i` of the span on. Not inlined on CPUs, whose
 * compilers take seconds for it. */
CLR_COLD clr_lanes_inputs clr_read_apart(const clr_memory memory, const clr_span span,
                                         const ulong i, const uint apart)
{
    clr_lanes_each each;

#pragma unroll
    for (uint lane = 0; lane < CLR_LANES; lane++) {
        const clr_inputs one = clr_read_inputs(span, i + lane * apart);

        CLR_EACH_INPUT(CLR_SET_LANE)
    }
    CLR_COPY_SCALARS(each.lanes, span)
    return each.lanes;
}

/* Reads a vector of a line; where the line ends within it, lane by lane, as the next line lies
 * elsewhere. */
CLR_COLD clr_lanes_inputs clr_read_of_line(const clr_memory memory, const clr_span span,
                                           const ulong i)
{
    __constant const clr_axis *line = span.shape->axes + span.shape->kept;
    const ulong at = span.base + i;
    clr_span    its;

    if (at - clr_over_extent(line, at) * line->extent + CLR_LANES > line->extent)
        return clr_read_apart(memory, span, i, 1);
    its         = clr_move_by(span, clr_places_of(span.shape, at));
    its.aligned = its.alike = false;
    return clr_lanes_read_inputs(its, 0);
}

CLR_FN clr_lanes_inputs clr_read_vector(const clr_memory memory, const clr_span span,
                                        const ulong vector)
{
    if (span.is_contiguous)
        return clr_lanes_read_inputs(span, span.base + vector * CLR_LANES);
    if (clr_are_beside(span.shape))
        return clr_read_of_line(memory, span, vector * CLR_LANES);
    return clr_read_apart(memory, span, vector / CLR_VECTORS * CLR_ROW + vector % CLR_VECTORS,
                          CLR_VECTORS);
}

/* Does `fold` once it is known how elements lie, so that loads follow each other; on CPUs, which lose
 * nothing by unaligned loads, their compilers have it once. */
#if CLR_GROUP_SIZE == 1
#define CLR_WITH_ALIGNMENT(strip, fold)                                                            \
    strip.is_contiguous = strip.shape->is_contiguous;                                              \
    strip.aligned = strip.alike = false;                                                           \
    fold
#else
#define CLR_WITH_ALIGNMENT(strip, fold)                                                            \
    strip.is_contiguous = strip.shape->is_contiguous;                                              \
    if (!strip.is_contiguous) {                                                                    \
        fold                                                                                       \
    } else if (strip.aligned && strip.alike) {                                                     \
        fold                                                                                       \
    } else {                                                                                       \
        strip.aligned = strip.alike = false;                                                       \
        fold                                                                                       \
    }
#endif
