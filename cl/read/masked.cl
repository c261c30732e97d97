/*
 * masked - cl/read/inputs.cl, and which elements a mask takes. Elements are read whether taken or
 * not: waiting for the mask would leave no loads in flight. A mask's bytes are loaded as a vector
 * where they are neighbours, its bits as the bytes that hold them.
 */
#define CLR_INPUT_FIELD(x)       CLR_ALL(held) x;
#define CLR_ALSO_CLR_INPUT_FIELD CLR_WIDE(CLR_VALUE_TRUTH) taken; /* 0 or -1 */

typedef struct CLR_ALL(inputs) {
    CLR_EACH_INPUT(CLR_INPUT_FIELD)
    CLR_SCALARS_FIELD
} CLR_ALL(inputs);

#ifdef CLR_NARROW
CLR_FN CLR_VALUE_TRUTH clr_taken_at(__global const uchar *mask, const ulong at)
{
#if CLR_MASK_IS_BITS
    return mask[at >> 3] >> (at & 7) & 1 ? -1 : 0;
#else
    return mask[at] ? -1 : 0;
#endif
}
#else
typedef union clr_lanes_truth {
    CLR_WIDE(CLR_VALUE_TRUTH) lanes;
    CLR_VALUE_TRUTH lane[CLR_WIDTH];
} clr_lanes_truth;

CLR_FN CLR_WIDE(CLR_VALUE_TRUTH) clr_lanes_taken_apart(__global const uchar *mask, const ulong at,
                                                       const long step)
{
    clr_lanes_truth taken;

#pragma unroll
    for (uint lane = 0; lane < CLR_WIDTH; lane++) {
        taken.lane[lane] = clr_taken_at(mask, at + (ulong)(lane * step));
    }
    return taken.lanes;
}

/* Lanes whose bits or bytes are neighbours. */
CLR_FN CLR_WIDE(CLR_VALUE_TRUTH) clr_lanes_taken_at(__global const uchar *mask, const ulong at)
{
#if CLR_WIDTH == 1
    return clr_taken_at(mask, at);
#elif CLR_MASK_IS_BITS
    __global const uchar *first = mask + (at >> 3);
    const uint past = (uint)at & 7;
    uint bits       = first[0];
    clr_lanes_truth taken;

    /* A byte without any of the bits is not read. */
    if (past + CLR_WIDTH > 8)
        bits |= (uint)first[1] << 8;
    if (past + CLR_WIDTH > 16)
        bits |= (uint)first[2] << 16;
#pragma unroll
    for (uint lane = 0; lane < CLR_WIDTH; lane++) {
        taken.lane[lane] = bits >> (past + lane) & 1 ? -1 : 0;
    }
    return taken.lanes;
#else
    __global const uchar *first  = mask + at;
    const bool is_aligned        = (ulong)(uintptr_t)first % CLR_WIDTH == 0;
    const CLR_WIDE(uchar) bytes  = is_aligned ? *(__global const CLR_WIDE(uchar) *)first
                                              : CLR_JOIN(vload, CLR_WIDTH)(0, first);

    return CLR_WIDE(CLR_JOIN(convert_, CLR_VALUE_TRUTH))(bytes != (CLR_WIDE(uchar))(0));
#endif
}
#endif

#define CLR_READ_OTHER(x)                                                                          \
    inputs.x = span.alike ? CLR_ALL(read)(CLR_ELEMENT_AT(x)) : CLR_ALL(read_loose)(CLR_ELEMENT_AT(x));

CLR_FN CLR_ALL(inputs) CLR_ALL(read_inputs)(const clr_span span, const ulong i)
{
    CLR_ALL(inputs) inputs = {0};
    CLR_FIND_PLACE

#ifdef CLR_NARROW
    inputs.taken = clr_taken_at(span.mask, CLR_MASK_PLACE);
#else
    inputs.taken = CLR_MASK_STEP == 1
                       ? clr_lanes_taken_at(span.mask, CLR_MASK_PLACE)
                       : clr_lanes_taken_apart(span.mask, CLR_MASK_PLACE, CLR_MASK_STEP);
#endif
    inputs.x = span.aligned ? CLR_ALL(read)(CLR_ELEMENT_AT(x)) : CLR_ALL(read_loose)(CLR_ELEMENT_AT(x));
    CLR_EACH_OTHER_INPUT(CLR_READ_OTHER)
    CLR_COPY_SCALARS(inputs, span)
    return inputs;
}
