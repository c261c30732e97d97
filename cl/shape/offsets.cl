/* offsets - segments of the input between 32- or 64-bit offsets in memory: the struct that a kernel
 * gets of them. cl/shape/by_offsets.cl finds their elements. */
typedef struct clr_shape {
    __global const uint *begins; /* result 0's */
    __global const uint *ends;
    ulong limit;                 /* elements of the input */
    ulong most;                  /* most elements of a result in this launch */
    uint words;                  /* of an offset */
    uint is_signed;
    __global const ulong *count; /* results, if their number is in a device buffer; else NULL */
} clr_shape;
