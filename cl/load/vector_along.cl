/*
 * vector_along - reads a vector of a row of the published order (CLR_ROW elements) along axes.
 * Where neighbours of the order are neighbours in memory, its lanes are neighbours. Else its lanes
 * are elements CLR_VECTORS apart in the order, so that neighbouring items read neighbours of the
 * order. A part of a span along axes has the whole span's pointers: `base` is the number of its
 * first element, from which its place in memory is computed. The alternative is cl/load/vector.cl.
 */
#define CLR_VECTORS       (CLR_ROW / CLR_LANES)
#define CLR_ARE_BESIDE(x) are_beside &= line->x == 1;

/* Whether neighbours along the fastest reduced axis are neighbours in memory, in every input. */
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

/* Reads a vector lane by lane: its lanes are `apart` elements apart in the order, from element `i`
 * of the span on. COLD, as each call is CLR_LANES computations of an address (src/compose/prelude.c
 * has what inlining them costs compilers for CPUs). */
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

/* Reads a vector along the fastest reduced axis (a line); lane by lane if the line ends within the
 * vector, as the next line lies elsewhere. A line begins anywhere: the vector is read as unaligned.
 */
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

/* Does `fold` in a branch for each way in which the strip's elements may lie: the compiler then
 * decides the conditions of clr_read_vector() before the loop, and loads follow each other without
 * a branch between them. A lone item, on a CPU, has one branch: a CPU loses nothing by unaligned
 * loads, and its compiler has one copy of `fold` to compile. */
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
