/*
 * parameters_by_index - cl/shape/parameters.cl with a list of indices: each input is the list, over
 * which spans walk, then the elements and their number.
 */
#define CLR_INPUT_PARAMETER(x)                                                                     \
    __global const CLR_STORED *x, const ulong x##_first, __global const CLR_ELEMENT *x##_input,    \
        const ulong x##_begin, const ulong x##_count,
#define CLR_SET_INPUT(x)                                                                           \
    span.x      = x + x##_first;                                                                   \
    span.x##_at = x##_input + x##_begin;                                                           \
    span.limit  = x##_count;
#define CLR_INPUT_PARAMETERS CLR_EACH_INPUT(CLR_INPUT_PARAMETER) CLR_SCALAR_PARAMETERS
#define CLR_SET_INPUTS       CLR_EACH_INPUT(CLR_SET_INPUT) CLR_SET_SCALARS
