/*
 * stretch - a result of contiguous elements, cut into vectors and the elements outside them.
 * Results are short here: 32 bits count their elements.
 */
typedef struct clr_stretch {
    clr_span span;
    uint head; /* as in clr_span, ... */
    uint vectors;
    uint edges; /* elements outside vectors */
} clr_stretch;

CLR_FN clr_stretch clr_stretch_of(const clr_span row)
{
    clr_stretch stretch;

    stretch.span    = clr_cut(row);
    stretch.head    = min((uint)row.count, (CLR_LANES - clr_past(row.x)) % CLR_LANES);
    stretch.vectors = ((uint)row.count - stretch.head) / CLR_LANES;
    stretch.edges   = (uint)row.count - stretch.vectors * CLR_LANES;
    return stretch;
}

CLR_FN clr_lanes_inputs clr_read_vector_abreast(const clr_memory memory, const clr_stretch row,
                                                const uint vector)
{
    const uint i = row.head + vector * CLR_LANES;

    clr_note(memory, CLR_TRACE_LOAD, CLR_LOAD_PLACE(row.span, i), CLR_LANES * CLR_STORED_SIZE);
    return clr_lanes_read_inputs(row.span, i);
}
