/*
 * axes - results by the axes that are kept of an array, their elements by those that are reduced:
 * first the kept ones, then the reduced, either with the fastest in front. The struct is in memory:
 * of an argument that is indexed compilers make a copy for each item, or keep it all in registers.
 * src/plan/shape_words.c writes it for the host.
 */
/*
 * needs:    CLR_EACH_INPUT
 * provides: CLR_STEP_FIELD clr_axis clr_shape clr_over_extent
 */
#define CLR_STEP_FIELD(x) long x;

typedef struct clr_axis {
    ulong extent;
    ulong inverse; /* of the extent: clr_over_extent() */
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

/*
 * How many whole extents are in a number below 2^63. `shift` is the number of bits of extent - 1, and
 * `inverse` is 2^(63 + shift) / extent, rounded up (Granlund and Montgomery, "Division by Invariant
 * Integers using Multiplication", 1994, theorem 4.2). GPUs divide 64 bits by some hundred
 * instructions, and keep registers for them.
 */
CLR_FN ulong clr_over_extent(__constant const clr_axis *axis, const ulong number)
{
    return mul_hi(number << 1, axis->inverse) >> axis->shift;
}
