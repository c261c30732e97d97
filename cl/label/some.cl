/*
 * some - cl/label/all.cl where some elements are not taken, as their inputs tell, or a device buffer
 * holds their number. An element not taken has no label, and does not count as outside.
 */
#define CLR_SOME_PARAMETERS  , __global const ulong *counts, const ulong count_index
#define CLR_OWN_COUNT        clr_count_from(clr_count_there(counts, count_index, n), base, count)
#define CLR_ALL_COUNT        clr_count_there(counts, count_index, n)
#define CLR_GOES(inputs)     CLR_COUNTS_READ(inputs)
#define CLR_GOES_AT(span, i) CLR_COUNTS_READ(clr_read_inputs(span, i))
