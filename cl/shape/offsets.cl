/* offsets - segments of the input between offsets of 32 or 64 bits that are in memory. */
typedef struct clr_shape {
    __global const uint *begins; /* of result 0 */
    __global const uint *ends;
    ulong limit;                 /* elements of the input */
    ulong most;                  /* elements that a result may have in this launch */
    uint words;                  /* of an offset */
    uint is_signed;
    __global const ulong *count; /* how many there are, if that is known to the device alone */
} clr_shape;
