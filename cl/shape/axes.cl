/*
 * axes - results by the axes that are kept of an array, their elements by those that are reduced:
 * first the kept ones, then the reduced, either with the fastest in front. The struct is in memory:
 * of an argument that is indexed compilers make a copy for each item, or keep it all in registers.
 * src/plan/shape_words.c writes it for the host.
 */
#define CLR_STEP_FIELD(x) long x;

typedef struct clr_axis {
    ulong extent;
    ulong inverse; /* of the extent: cl/extent/multiply.cl */
    ulong shift;
    long result; /* from one index to the next: elements of the arrays of results */
    CLR_EACH_INPUT(CLR_STEP_FIELD)
} clr_axis;

typedef struct clr_shape {
    ulong length;         /* elements of each result */
    ulong is_contiguous; /* they lie one behind the other */
    uint kept;            /* axes */
    uint reduced;
    clr_axis axes[CLR_RANK_MOST];
} clr_shape;
