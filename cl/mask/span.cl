/*
 * span - a mask goes along with the inputs: CLR_EACH_INPUT(DO) ends with CLR_ALSO_DO, which says here
 * what DO is of a mask. A span has where its bytes begin, and how many of them, or of their bits, lie
 * before the span's first element.
 */
#define CLR_ALSO_CLR_INPUT_PARAMETER __global const uchar *mask, const ulong mask_first,

/* Maps and conditions take no notice of it. */
#define CLR_ALSO_CLR_NAME_INPUT
#define CLR_ALSO_CLR_LANE_OF_INPUT one.taken = -1;
