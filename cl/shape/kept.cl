/*
 * kept - spans of a list of offsets, as labels along axes are sorted: each entry is where an index along
 * the labelled axes lies, and each result is of one span and one index along the axes that are kept.
 * src/shape/shape_words.c writes the axes, the kept ones first, with the fastest in front.
 */
#define CLR_STEP_TO(x) span->x##_at += index * shape->axes[axis].step; /* shape is a clr_axes */

typedef struct clr_axis {
    ulong extent;
    ulong inverse; /* of the extent: cl/extent/multiply.cl */
    ulong shift;
    long result;   /* from one index to the next: elements of the arrays of results, ... */
    long step;     /* ... and of every input */
} clr_axis;

typedef struct clr_axes {
    ulong length; /* indices along the labelled axes */
    ulong is_contiguous;
    uint kept;
    uint labelled;
    clr_axis axes[CLR_RANK_MOST + 1]; /* the array's, and labels as one more that is kept */
} clr_axes;

typedef struct clr_shape {
    __global const uint *begins; /* of each label's span; the next one's begin ends it */
    __constant const clr_axes *axes;
    ulong kept;  /* results of a label */
    ulong below; /* how far the lowest offset, which the list has as 0, lies below its origin */
    ulong most; /* elements that a result may have in this launch */
} clr_shape;
