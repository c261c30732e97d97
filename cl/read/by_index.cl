/*
 * by_index - a gather: reads an index of the list, and the elements of every input there, or a
 * vector of each. Spans walk over the list. Vectors of indices are loaded as such, elements one by
 * one. For an index out of range, such as one below 0, the first element is read.
 */
#define CLR_INPUT_FIELD(x) CLR_ALL(held) x;

typedef struct CLR_ALL(inputs) {
    CLR_EACH_INPUT(CLR_INPUT_FIELD)
    CLR_SCALARS_FIELD
} CLR_ALL(inputs);

#ifdef CLR_NARROW
#define CLR_READ_AT(input) inputs.input = clr_read(span.input##_at + (at < span.limit ? at : 0));

CLR_FN clr_inputs clr_read_inputs(const clr_span span, const ulong i)
{
    clr_inputs inputs;
    CLR_FIND_PLACE
    const ulong at = (ulong)*CLR_ELEMENT_AT(x);

    CLR_EACH_INPUT(CLR_READ_AT)
    CLR_COPY_SCALARS(inputs, span)
    return inputs;
}
#else
#define CLR_LANES_FIELD(x) CLR_VALUE x[CLR_WIDTH];
#define CLR_READ_LANE(input)                                                                       \
    each.each.input[lane] = clr_read(span.input##_at + (at < span.limit ? at : 0));

/* A vector of indices and of elements, as vectors and as lanes. */
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
        const ulong at = (ulong)indices.lane[lane];

        CLR_EACH_INPUT(CLR_READ_LANE)
    }
    CLR_COPY_SCALARS(each.lanes, span)
    return each.lanes;
}
#endif
