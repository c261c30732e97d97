/*
 * parameters_by_index - as cl/shape/parameters.cl, where elements are found by a list of indices:
 * each input brings the list, over which its spans go, and then where it begins and how many
 * elements it has.
 */
#define CLR_INPUT_PARAMETER(x)                                                                     \
    __global const CLR_STORED *x, const ulong x##_first, __global const CLR_ELEMENT *x##_input,    \
        const ulong x##_begin, const ulong x##_count,
#define CLR_SET_INPUT(x)                                                                           \
    span.x      = x + x##_first;                                                                   \
    span.x##_at = x##_input + x##_begin;                                                           \
    span.limit  = x##_count;
#define CLR_ARRAY_PARAMETER(r, name, type, good, bad) __global type *name,
#define CLR_SET_ARRAY(r, name, type, good, bad)       job.name = name;
