/*
 * brief - numbers are added in one double, which does where their exponents lie near each other. Each
 * is a double without a loss, of CLR_BRIEF_DIGITS binary digits at most. Let the largest of `count` be
 * below 2^(L + 1), and the smallest that is not 0 at least 2^S: all of them, and so all sums of some
 * of them, are multiples of 2^(S - CLR_BRIEF_DIGITS + 1), and below count * 2^(L + 1). If there are no
 * more than 53 digits from one to the other, a double holds each of these, and no addition has lost
 * anything, whatever their order.
 *
 * Exponents are compared in the upper 32 bits of magnitudes, less 1 where the smallest is sought:
 * there 0 is the largest number of all. What is not finite has the largest exponent. The sum begins
 * with -0, and is that of nothing but -0.
 */
#ifdef CLR_NARROW
/* In 32 bits of a magnitude, those below the exponent. */
#define CLR_UPPER_DIGITS (32 - CLR_DOUBLE_EXPONENT_BITS)

/* So many binades may be from the smallest of `count` numbers to the largest. */
#define CLR_BRIEF_ROOM(count)                                                                      \
    (CLR_DOUBLE_DIGITS - CLR_BRIEF_DIGITS - (32 - (int)clz((uint)(count))))
#endif

typedef struct CLR_AT(brief) {
    CLR_AT(number) sum;
    CLR_WIDE(uint) largest;
    CLR_WIDE(uint) smallest; /* less 1 */
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

/* Binades from the smallest number to the largest. */
CLR_FN CLR_WIDE(int) CLR_AT(brief_span)(const CLR_AT(brief) brief)
{
    return CLR_WIDE(convert_int)(brief.largest >> CLR_UPPER_DIGITS) -
           CLR_WIDE(convert_int)((brief.smallest + 1) >> CLR_UPPER_DIGITS);
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
    return brief.largest >> CLR_UPPER_DIGITS < CLR_DOUBLE_EXPONENTS &&
           CLR_OF(brief_span)(brief) <= CLR_BRIEF_ROOM(count);
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
