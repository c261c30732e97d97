/* parameters - the parameters that all kernels of a text begin with: the inputs, then scalars. The
 * host sets them in this order. */
#define CLR_INPUT_PARAMETER(x) __global const CLR_STORED *x, const ulong x##_first,
#define CLR_SET_INPUT(x)       span.x = x + x##_first;
#define CLR_INPUT_PARAMETERS   CLR_EACH_INPUT(CLR_INPUT_PARAMETER) CLR_SCALAR_PARAMETERS
#define CLR_SET_INPUTS         CLR_EACH_INPUT(CLR_SET_INPUT) CLR_SET_SCALARS
