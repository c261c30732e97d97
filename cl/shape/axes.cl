/*
 * axes - results along the kept axes of an array, their elements along the reduced axes: kept axes
 * first, then reduced ones, each the fastest first. The struct is in a buffer: compilers copy an
 * indexed argument for each item, or keep it in registers. src/shape/shape_words.c writes it for the
 * host.
 */
#define CLR_STEP_FIELD(x) long x;
#define CLR_STEP_TO(x)    span->x += index * shape->axes[axis].x;

typedef struct clr_axis {
    ulong extent;
    ulong inverse; /* of the extent: cl/extent/multiply.cl */
    ulong shift;
    long result; /* step in the arrays of results */
    CLR_EACH_INPUT(CLR_STEP_FIELD)
} clr_axis;

typedef struct clr_shape {
    ulong length;         /* elements of each result */
    ulong is_contiguous; /* the elements are contiguous */
    uint kept;            /* number of axes */
    uint reduced;
    clr_axis axes[CLR_RANK_MOST];
} clr_shape;

typedef clr_shape clr_axes; /* for cl/shape/along_kept.cl */
