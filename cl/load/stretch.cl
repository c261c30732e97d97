/*
 * stretch - a result's elements, which lie one behind the other, cut into vectors and the elements
 * around those. Results are short here: they are counted in 32 bits.
 */
typedef struct clr_stretch {
    clr_span span;
    uint head; /* as of the span, ... */
    uint vectors;
    uint edges; /* elements that no vector holds */
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
