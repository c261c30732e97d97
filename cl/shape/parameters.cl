/*
 * parameters - what all kernels of many results are told alike: where inputs begin, and the arrays
 * that results go to.
 */
#define CLR_INPUT_PARAMETER(x)                        __global const CLR_STORED *x, const ulong x##_first,
#define CLR_SET_INPUT(x)                              span.x = x + x##_first;
#define CLR_ARRAY_PARAMETER(r, name, type, good, bad) __global type *name,
#define CLR_SET_ARRAY(r, name, type, good, bad)       job.name = name;
