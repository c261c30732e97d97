/*
 * read_masked - CLR_ALSO_DO for a list of indices with a mask: an entry is taken if the mask takes
 * it and its index is in range. cl/mask/along.cl and cl/mask/axes.cl find the entry in the mask.
 */
#define CLR_ALSO_CLR_INPUT_FIELD CLR_WIDE(CLR_VALUE_TRUTH) taken;
#define CLR_ALSO_CLR_READ_AT                                                                       \
    inputs.taken = at < span.limit ? clr_taken_at(span.mask, CLR_MASK_PLACE) : 0;
#define CLR_ALSO_CLR_LANES_FIELD CLR_VALUE_TRUTH taken[CLR_WIDTH];
#define CLR_ALSO_CLR_READ_LANE                                                                     \
    each.each.taken[lane] =                                                                        \
        at < span.limit                                                                            \
            ? clr_taken_at(span.mask, CLR_MASK_PLACE + (ulong)((long)lane * CLR_MASK_STEP))        \
            : 0;

CLR_FN CLR_VALUE_TRUTH clr_taken_at(__global const uchar *mask, const ulong at)
{
#if CLR_MASK_IS_BITS
    return mask[at >> 3] >> (at & 7) & 1 ? -1 : 0;
#else
    return mask[at] ? -1 : 0;
#endif
}
