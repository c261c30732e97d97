/* row_vectors - a result of contiguous elements, cut into aligned vectors and the elements outside
 * them, for teams. Results are short here (`longest` of cl/reduce_teams.cl is below 2^32), so that
 * 32 bits count their elements. */
typedef struct clr_row_vectors {
    clr_span span;
    uint head; /* as in clr_span, ... */
    uint vectors;
    uint edges; /* elements outside vectors */
} clr_row_vectors;

CLR_FN clr_row_vectors clr_row_vectors_of(const clr_span row)
{
    clr_row_vectors cut;

    cut.span    = clr_cut(row);
    cut.head    = min((uint)row.count, (CLR_LANES - clr_past(row.x)) % CLR_LANES);
    cut.vectors = ((uint)row.count - cut.head) / CLR_LANES;
    cut.edges   = (uint)row.count - cut.vectors * CLR_LANES;
    return cut;
}

CLR_FN clr_lanes_inputs clr_read_vector_abreast(const clr_memory memory, const clr_row_vectors row,
                                                const uint vector)
{
    const uint i = row.head + vector * CLR_LANES;

    clr_note(memory, CLR_TRACE_LOAD, CLR_LOAD_PLACE(row.span, i), CLR_LANES * CLR_STORED_SIZE);
    return clr_lanes_read_inputs(row.span, i);
}
