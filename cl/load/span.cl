/* span - a range of the inputs that an item or a group folds: cut into whole aligned vectors and
 * the few elements before and after them, or left whole. Alignment is read off the address, so that
 * no driver's claim about buffers is trusted. */
#define CLR_POINTER_FIELD(x) __global const CLR_STORED *x;

typedef struct clr_span {
    CLR_EACH_INPUT(CLR_POINTER_FIELD)
    CLR_SCALARS_FIELD
    ulong count;
    ulong base;    /* index of the first element in the whole input */
    ulong total;   /* elements of the whole input, if known */
    ulong head;    /* elements before the first vector */
    ulong vectors; /* whole vectors of CLR_LANES elements */
    bool aligned;  /* vectors of the first input are aligned */
    bool alike;    /* the other inputs' vectors are aligned where the first input's are */
    CLR_SPAN_FIELDS
} clr_span;

/* How many elements an address lies behind the last one at which an aligned vector may begin. */
CLR_FN uint clr_past(__global const CLR_STORED *elements)
{
    return (uint)((ulong)(uintptr_t)elements / CLR_STORED_SIZE % CLR_LANES);
}

#define CLR_IS_ALIKE(y) span.alike &= clr_past(span.y) == clr_past(span.x);

/* Cuts a span: its inputs and `count` must be set. The first input's address decides; the others
 * may be unaligned there. */
CLR_FN clr_span clr_cut(clr_span span)
{
    const uint past = clr_past(span.x);

    span.head    = min(span.count, (ulong)((CLR_LANES - past) % CLR_LANES));
    span.vectors = (span.count - span.head) / CLR_LANES;
    span.aligned = true;
    span.alike   = true;
    CLR_EACH_OTHER_INPUT(CLR_IS_ALIKE)
    return span;
}

#define CLR_IS_ALIGNED(y) span.alike &= clr_past(span.y) == 0;

/* Leaves a span whole: its vectors begin with its first element, at any address. */
CLR_FN clr_span clr_keep_whole(clr_span span)
{
    span.head    = 0;
    span.vectors = span.count / CLR_LANES;
    span.aligned = clr_past(span.x) == 0;
    span.alike   = true;
    CLR_EACH_OTHER_INPUT(CLR_IS_ALIGNED)
    return span;
}

/* The elements of a span from `first` on, at most `most`. */
CLR_FN clr_span clr_piece_of(clr_span span, const ulong first, const ulong most)
{
    CLR_EACH_INPUT(CLR_MOVE_ON)
    span.base += first;
    span.count = first < span.count ? min(span.count - first, most) : 0;
    return span;
}
