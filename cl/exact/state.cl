/*
 * state - of an exact sum what an item keeps to itself: where there is fp64, two terms, high + low,
 * which take all of most sums (an expansion: Shewchuk, "Adaptive precision floating-point
 * arithmetic", 1997). What they cannot take goes into the group's bins. None of it is rounded.
 */
typedef struct CLR_AT(state) {
#if CLR_HAS_TERMS
    CLR_WIDE(double) high;
    CLR_WIDE(double) low;
#endif
#if CLR_COUNTED
    CLR_WIDE(ulong) count; /* of what is no NaN */
#endif
    uint seen; /* CLR_SEEN_... */
} CLR_AT(state);

CLR_FN CLR_AT(state) CLR_AT(none)(void)
{
    CLR_AT(state) state;

#if CLR_HAS_TERMS
    state.high = (CLR_WIDE(double))(-0.0); /* which adding changes nothing of */
    state.low  = (CLR_WIDE(double))(0.0);
#endif
#if CLR_COUNTED
    state.count = (CLR_WIDE(ulong))(0);
#endif
    state.seen = 0;
    return state;
}

#ifdef CLR_NARROW
CLR_FN CLR_OF(state) CLR_OF(empty)(void)
{
    CLR_OF(state) state = CLR_OF(none)();

    state.seen = CLR_SEEN_OTHER;
    return state;
}

#if CLR_HAS_TERMS
/* A finite double into the bins. */
CLR_FN void CLR_OF(drop_double)(__local CLR_OF(bins) *bins, const double x)
{
    const ulong bits     = as_ulong(x);
    const uint  exponent = (uint)(bits >> 52) & 0x7ff;
    const ulong m        = (bits & 0xfffffffffffffUL) | (exponent ? 1UL << 52 : 0UL);
    const int   place    = (int)max(exponent, 1u) - 1075 + CLR_DEPTH;

    /* Sums of what has no digits further down have none there either: zeros are cut off. */
    CLR_OF(drop)(bins, place < 0 ? m >> -place : m, (bits >> 63) != 0, (uint)max(place, 0));
}

/* The terms of both, which are finite; if they overflow together, those of b go into the bins. */
CLR_FN CLR_OF(state) CLR_OF(join)(__local CLR_OF(bins) *bins, CLR_OF(state) a,
                                  const CLR_OF(state) b)
{
    const CLR_OF(two) high   = CLR_OF(two_sum)(a.high, b.high);
    const CLR_OF(two) middle = CLR_OF(two_sum)(a.low, high.error);
    const CLR_OF(two) low    = CLR_OF(two_sum)(middle.sum, b.low);
    const bool overflows     = !isfinite(low.error);
    const double left        = overflows ? b.high : middle.error;
    const double left_low    = overflows ? b.low : low.error;

    if (left != 0.0 || left_low != 0.0) {
        CLR_OF(drop_double)(bins, left);
        CLR_OF(drop_double)(bins, left_low);
        a.seen |= CLR_SEEN_BINS | CLR_SEEN_OTHER;
    }
    a.high = overflows ? a.high : high.sum;
    a.low  = overflows ? a.low : low.sum;
    return a;
}
#endif

CLR_FN CLR_OF(state) CLR_OF(combine)(__local CLR_OF(bins) *bins, const CLR_OF(state) a,
                                     const CLR_OF(state) b)
{
    CLR_OF(state) state = a;

#if CLR_HAS_TERMS
    state = CLR_OF(join)(bins, a, b);
#endif
#if CLR_COUNTED
    state.count += b.count;
#endif
    state.seen |= b.seen;
    return state;
}

typedef struct CLR_OF(saved) {
    CLR_OF(state) state;
    uint words[CLR_DIGITS]; /* of the bins, if anything is there */
} CLR_OF(saved);

CLR_FN void CLR_OF(save)(__local CLR_OF(bins) *bins, __global CLR_OF(saved) *at,
                         const CLR_OF(state) state)
{
    at->state = state;
    if (state.seen & CLR_SEEN_BINS)
        CLR_OF(save_bins)(bins, at->words);
}

CLR_FN CLR_OF(state) CLR_OF(restore)(__local CLR_OF(bins) *bins,
                                     volatile __global const CLR_OF(saved) *at)
{
    CLR_OF(state) state;

#if CLR_HAS_TERMS
    state.high = at->state.high;
    state.low  = at->state.low;
#endif
#if CLR_COUNTED
    state.count = at->state.count;
#endif
    state.seen = at->state.seen;
    if (state.seen & CLR_SEEN_BINS)
        CLR_OF(restore_bins)(bins, at->words);
    return state;
}

/* All of the sum into the bins, and those made a magnitude. */
CLR_FN CLR_OF(state) CLR_OF(settle)(__local CLR_OF(bins) *bins, CLR_OF(state) state)
{
    clr_limbs sum;

#if CLR_HAS_TERMS
    CLR_OF(drop_double)(bins, state.high);
    CLR_OF(drop_double)(bins, state.low);
    if (as_ulong(state.high) != as_ulong(-0.0))
        state.seen |= CLR_SEEN_OTHER;
#endif
    sum         = clr_limbs_carry(bins->low, bins->high, 0, CLR_DIGITS, CLR_DIGITS);
    bins->begin = sum.begin;
    bins->end   = sum.end;
    state.seen |= sum.is_negative ? CLR_SEEN_NEGATIVE : 0;
    return state;
}

CLR_FN clr_limbs CLR_OF(number_of)(__local CLR_OF(bins) *bins, const CLR_OF(state) state)
{
    const clr_limbs number = {bins->low, bins->begin, bins->end,
                              (state.seen & CLR_SEEN_NEGATIVE) != 0};

    return number;
}
#else
CLR_FN CLR_OF(state) CLR_OF(lane)(const CLR_AT(state) lanes, const uint lane)
{
    CLR_OF(state) state;

#if CLR_HAS_TERMS
    union {
        CLR_WIDE(double) lanes;
        double lane[CLR_WIDTH];
    } high, low;

    high.lanes = lanes.high;
    low.lanes  = lanes.low;
    state.high = high.lane[lane];
    state.low  = low.lane[lane];
#endif
#if CLR_COUNTED
    {
        union {
            CLR_WIDE(ulong) lanes;
            ulong lane[CLR_WIDTH];
        } count;

        count.lanes = lanes.count;
        state.count = count.lane[lane];
    }
#endif
    state.seen = lanes.seen;
    return state;
}
#endif
