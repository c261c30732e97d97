/*
 * inputs - reads an element, or a vector, of every input. In a cut span the first input's vectors
 * are aligned; the others' are if their addresses have the same remainder.
 */
#define CLR_INPUT_FIELD(x) CLR_ALL(held) x;

typedef struct CLR_ALL(inputs) {
    CLR_EACH_INPUT(CLR_INPUT_FIELD)
    CLR_SCALARS_FIELD
} CLR_ALL(inputs);

#define CLR_READ_OTHER(x)                                                                          \
    inputs.x = span.alike ? CLR_ALL(read)(CLR_ELEMENT_AT(x)) : CLR_ALL(read_loose)(CLR_ELEMENT_AT(x));

CLR_FN CLR_ALL(inputs) CLR_ALL(read_inputs)(const clr_span span, const ulong i)
{
    CLR_ALL(inputs) inputs;
    CLR_FIND_PLACE

    inputs.x = span.aligned ? CLR_ALL(read)(CLR_ELEMENT_AT(x)) : CLR_ALL(read_loose)(CLR_ELEMENT_AT(x));
    CLR_EACH_OTHER_INPUT(CLR_READ_OTHER)
    CLR_COPY_SCALARS(inputs, span)
    return inputs;
}
