/*
 * span - a mask read along with the inputs: CLR_EACH_INPUT(DO) ends with CLR_ALSO_DO, defined here
 * for each DO. A span has the mask's address, and the bytes or bits before the span's first
 * element.
 */
#define CLR_ALSO_CLR_INPUT_PARAMETER __global const uchar *mask, const ulong mask_first,

/* Maps and conditions do not use the mask: for them each element is taken (-1, all bits, as of a
 * vector's truth). */
#define CLR_ALSO_CLR_NAME_INPUT
#define CLR_ALSO_CLR_LANE_OF_INPUT one.taken = -1;
