/*
 * brief - a sum in one double with a proof that no addition rounded: most short results need no
 * more (cl/stage/brief.cl, cl/load/alone_brief.cl), and a run joins its state by one addition
 * (cl/exact/pair_run.cl). Where the proof fails, the caller adds the same numbers by another piece.
 *
 * Each number, a float or a product of two halves, is exact as a double, with at most
 * CLR_BRIEF_DIGITS significant bits, and a normal one unless it is 0. Let the largest of `count`
 * numbers be below 2^(L + 1), and the smallest that is not 0 at least 2^S: all numbers and all
 * partial sums are multiples of 2^(S - CLR_BRIEF_DIGITS + 1), and below count * 2^(L + 1). If that
 * range has at most 53 digits, every partial sum is a double, and no addition rounds, in any order.
 *
 * Exponents are compared in the upper 32 bits of magnitudes, minus 1 for the smallest, which makes
 * 0 the largest number. Infinities and NaNs have the largest exponent; with one of them the sum is
 * IEEE 754's, as it is in any order: finite numbers are too small to overflow. The sum begins with
 * -0, and stays -0 while all elements are -0.
 */
#ifdef CLR_NARROW
/* Bits below the exponent in the upper 32 bits of a magnitude, whose exponent begins at the top, as
 * it has no sign (CLR_DOUBLE_MAGNITUDE in cl/exact/format.cl). */
#define CLR_UPPER_DIGITS (32 - CLR_DOUBLE_EXPONENT_BITS)

/* Most binades from the smallest of `count` numbers to the largest. */
#define CLR_BRIEF_ROOM(count)                                                                      \
    (CLR_DOUBLE_DIGITS - CLR_BRIEF_DIGITS - (32 - (int)clz((uint)(count))))
#endif

typedef struct CLR_AT(brief) {
    CLR_AT(number) sum;
    CLR_WIDE(uint) largest;
    CLR_WIDE(uint) smallest; /* minus 1 */
} CLR_AT(brief);

CLR_FN CLR_AT(brief) CLR_AT(brief_none)(void)
{
    CLR_AT(brief) brief;

    brief.sum      = CLR_AT(constant)(-0.0);
    brief.largest  = (CLR_WIDE(uint))(0);
    brief.smallest = (CLR_WIDE(uint))(UINT_MAX);
    return brief;
}

CLR_FN CLR_AT(brief) CLR_AT(brief_add)(CLR_AT(brief) brief, const CLR_AT(number) x)
{
    const CLR_WIDE(uint) high  = CLR_WIDE(convert_uint)(CLR_WIDE(as_ulong)(x) >> CLR_DOUBLE_LOW_BITS);
    const CLR_WIDE(uint) upper = CLR_DOUBLE_MAGNITUDE_HIGH(high);

    brief.sum += x;
    brief.largest  = max(brief.largest, upper);
    brief.smallest = min(brief.smallest, upper - 1);
    return brief;
}

/* Binades from the smallest number to the largest; 0, which proves the sum, if a number is not
 * finite. */
CLR_FN CLR_WIDE(int) CLR_AT(brief_span)(const CLR_AT(brief) brief)
{
    const CLR_WIDE(int) top = CLR_WIDE(convert_int)(brief.largest >> CLR_UPPER_DIGITS);
    const CLR_WIDE(int) bottom = CLR_WIDE(convert_int)((brief.smallest + 1) >> CLR_UPPER_DIGITS);

    return select(top - bottom, (CLR_WIDE(int))(0), top >= CLR_DOUBLE_EXPONENTS);
}

#ifdef CLR_NARROW
CLR_FN CLR_OF(brief) CLR_OF(brief_merge)(const CLR_OF(brief) a, const CLR_OF(brief) b)
{
    const CLR_OF(brief) brief = {a.sum + b.sum, max(a.largest, b.largest),
                                 min(a.smallest, b.smallest)};

    return brief;
}

CLR_FN bool CLR_OF(brief_is_sure)(const CLR_OF(brief) brief, const uint count)
{
    return CLR_OF(brief_span)(brief) <= CLR_BRIEF_ROOM(count);
}
#else
CLR_FN CLR_OF(brief) CLR_OF(brief_lane)(const CLR_AT(brief) lanes, const uint lane)
{
    union {
        CLR_WIDE(uint) lanes;
        uint lane[CLR_WIDTH];
    } largest, smallest;
    CLR_OF(brief) brief;

    largest.lanes  = lanes.largest;
    smallest.lanes = lanes.smallest;
    brief.sum      = CLR_OF(number_lane)(lanes.sum, lane);
    brief.largest  = largest.lane[lane];
    brief.smallest = smallest.lane[lane];
    return brief;
}

CLR_FN CLR_OF(brief) CLR_OF(brief_of_lanes)(const CLR_AT(brief) lanes)
{
    CLR_OF(brief) all = CLR_OF(brief_lane)(lanes, 0);

#pragma unroll
    for (uint lane = 1; lane < CLR_WIDTH; lane++) {
        all = CLR_OF(brief_merge)(all, CLR_OF(brief_lane)(lanes, lane));
    }
    return all;
}
#endif
