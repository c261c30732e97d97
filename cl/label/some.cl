/*
 * some - the same where not all elements count: what was read says whether one does, and where `counts`
 * is there, it says how many there are. What does not count belongs to no label, and is none of those
 * outside.
 */
#define CLR_SOME_PARAMETERS  , __global const ulong *counts, const ulong count_index
#define CLR_OWN_COUNT        clr_count_from(clr_count_there(counts, count_index, n), base, count)
#define CLR_ALL_COUNT        clr_count_there(counts, count_index, n)
#define CLR_GOES(inputs)     CLR_COUNTS_READ(inputs)
#define CLR_GOES_AT(span, i) CLR_COUNTS_READ(clr_read_inputs(span, i))
