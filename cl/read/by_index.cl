/*
 * by_index - what is read at one place of a list of indices: the elements that it names, of every
 * input, or a vector of each. Spans walk over the list, by each input's letter alike: x's is read.
 * Vectors of indices are loaded as such, the elements one by one.
 */
/*
 * needs:           CLR_ALL(held) clr_read CLR_EACH_INPUT clr_span CLR_STORED CLR_FIND_PLACE
 *                  CLR_ELEMENT_AT
 * needs wide:      clr_place_at CLR_VALUE CLR_WIDTH CLR_WIDE CLR_LOAD_INDICES CLR_VLOAD
 * provides:        CLR_INPUT_FIELD CLR_READ_AT CLR_ALL(inputs)
 * provides narrow: clr_place_at clr_read_inputs
 * provides wide:   CLR_LANES_FIELD CLR_READ_LANE clr_lanes_indices clr_lanes_read_each
 *                  clr_lanes_read_inputs
 */
#define CLR_INPUT_FIELD(x)  CLR_ALL(held) x;
#define CLR_READ_AT(input)  inputs.input = clr_read(span.input##_at + place);

typedef struct CLR_ALL(inputs) {
    CLR_EACH_INPUT(CLR_INPUT_FIELD)
} CLR_ALL(inputs);

#ifdef CLR_NARROW
/* What is below 0 becomes an index that is beyond any input; in its place the first is read. */
CLR_FN ulong clr_place_at(const clr_span span, const CLR_STORED index)
{
    return (ulong)index < span.limit ? (ulong)index : 0;
}

CLR_FN clr_inputs clr_read_inputs(const clr_span span, const ulong i)
{
    clr_inputs inputs;
    CLR_FIND_PLACE
    const ulong place = clr_place_at(span, *CLR_ELEMENT_AT(x));

    CLR_EACH_INPUT(CLR_READ_AT)
    return inputs;
}
#else
#define CLR_LANES_FIELD(x)     CLR_VALUE x[CLR_WIDTH];
#define CLR_READ_LANE(input)   each.each.input[lane] = clr_read(span.input##_at + place);

/* A vector of indices, and of what is read at them, and the same lane by lane. */
typedef union clr_lanes_indices {
    CLR_WIDE(CLR_STORED) lanes;
    CLR_STORED lane[CLR_WIDTH];
} clr_lanes_indices;

typedef union clr_lanes_read_each {
    clr_lanes_inputs lanes;
    struct {
        CLR_EACH_INPUT(CLR_LANES_FIELD)
    } each;
} clr_lanes_read_each;

CLR_FN clr_lanes_inputs clr_lanes_read_inputs(const clr_span span, const ulong i)
{
    clr_lanes_indices   indices;
    clr_lanes_read_each each;
    CLR_FIND_PLACE

    indices.lanes = span.aligned ? CLR_LOAD_INDICES(CLR_ELEMENT_AT(x)) : CLR_VLOAD(CLR_ELEMENT_AT(x));
#pragma unroll
    for (uint lane = 0; lane < CLR_WIDTH; lane++) {
        const ulong place = clr_place_at(span, indices.lane[lane]);

        CLR_EACH_INPUT(CLR_READ_LANE)
    }
    return each.lanes;
}
#endif
