/*
 * state - an item's exact sum: with fp64 CLR_TERMS doubles (an expansion: Shewchuk, "Adaptive
 * precision floating-point arithmetic", 1997); a run that does not fit them, and what their joins
 * leave, goes to the group's bins. Nothing is ever rounded before the result. src/state/exact.c
 * mirrors the structs.
 */
#ifdef CLR_NARROW
#if CLR_TERMS
typedef struct CLR_OF(terms) {
    double term[CLR_TERMS]; /* each holds the errors of adding to the one before */
} CLR_OF(terms);

/* A run's sum, if found exactly. */
typedef struct CLR_OF(total) {
    CLR_OF(terms) sum;
    bool is_exact;
    int greatest; /* of floats: the exponent of the sum of magnitudes */
} CLR_OF(total);
#endif

typedef struct CLR_OF(state) {
#if CLR_TERMS
    CLR_OF(terms) sum;
#endif
#if CLR_COUNTED
    ulong count; /* elements that are not NaN */
#endif
    uint seen;   /* CLR_SEEN_... of src/base/flag.def */
#if CLR_TERMS || CLR_COUNTED
    uint gap; /* explicit padding: src/base/source.h */
#endif
} CLR_OF(state);

CLR_FN CLR_OF(state) CLR_OF(none)(void)
{
    CLR_OF(state) state;

#if CLR_TERMS
#pragma unroll
    for (int k = 0; k < CLR_TERMS; k++) {
        state.sum.term[k] = k ? 0.0 : -0.0; /* -0 is the identity, also for -0 */
    }
#endif
#if CLR_COUNTED
    state.count = 0;
#endif
    state.seen = 0;
    return state;
}

CLR_FN CLR_OF(state) CLR_OF(empty)(void)
{
    CLR_OF(state) state = CLR_OF(none)();

    state.seen = CLR_SEEN_OTHER;
    return state;
}

#if CLR_TERMS
/* By bits, of which the upper word is enough: a driver set to fast math assumes finite numbers. */
CLR_FN bool CLR_OF(is_finite)(const double x)
{
    const uint high     = (uint)(as_ulong(x) >> CLR_DOUBLE_LOW_BITS);
    const uint infinity = (uint)(CLR_DOUBLE_INFINITY >> CLR_DOUBLE_LOW_BITS);

    return CLR_DOUBLE_MAGNITUDE_HIGH(high) < CLR_DOUBLE_MAGNITUDE_HIGH(infinity);
}

CLR_FN int CLR_OF(place_of)(const double x)
{
    const uint exponent = (uint)(as_ulong(x) >> CLR_DOUBLE_FRACTION_BITS) & CLR_DOUBLE_EXPONENTS;

    return (int)max(exponent, 1u) - (CLR_DOUBLE_DEPTH + 1) + CLR_DEPTH;
}

/* Adds a finite double to the bins. */
CLR_COLD void CLR_OF(drop_double)(__local CLR_OF(bins) *bins, const double x)
{
    const ulong bits  = as_ulong(x);
    const ulong one   = CLR_DOUBLE_MAGNITUDE(bits) >> (64 - CLR_DOUBLE_EXPONENT_BITS)
                            ? CLR_DOUBLE_HIDDEN
                            : 0UL;
    const ulong m     = (bits & CLR_DOUBLE_FRACTION) | one;
    const int   place = CLR_OF(place_of)(x);

    /* Zero digits below the bins' lowest are cut off. */
    CLR_OF(drop)(bins, place < 0 ? m >> -place : m, bits >> (CLR_DOUBLE_BITS - 1) != 0,
                 (uint)max(place, 0));
}

CLR_FN bool CLR_OF(are_finite)(const CLR_OF(terms) terms)
{
    bool are_finite = true;

#pragma unroll
    for (int k = 0; k < CLR_TERMS; k++)
        are_finite &= CLR_OF(is_finite)(terms.term[k]);
    return are_finite;
}

/* Adds finite terms to the state's. An addition's error goes to the next term, the last errors to
 * the bins. If any error is not finite, which the last ones show, too, the state keeps its terms,
 * and the added ones all go to the bins. */
CLR_FN CLR_OF(state) CLR_OF(join)(__local CLR_OF(bins) *bins, CLR_OF(state) state,
                                  const CLR_OF(terms) terms)
{
    CLR_OF(terms) sum = state.sum;
    CLR_OF(terms) left;
    bool is_left = false;

#pragma unroll
    for (int k = CLR_TERMS - 1; k >= 0; k--) {
        left.term[k] = terms.term[k];
#pragma unroll
        for (int to = 0; to < CLR_TERMS; to++) {
            if (to >= k) {
                const CLR_OF(two) two = CLR_OF(two_sum)(sum.term[to], left.term[k]);

                sum.term[to] = two.sum;
                left.term[k] = two.error;
            }
        }
        is_left |= CLR_DOUBLE_MAGNITUDE(as_ulong(left.term[k])) != 0;
    }
    if (!is_left) {
        state.sum = sum;
        return state;
    }
    if (CLR_OF(are_finite)(left))
        state.sum = sum;
    else
        left = terms;
#pragma unroll 1
    for (int k = 0; k < CLR_TERMS; k++) {
        CLR_OF(drop_double)(bins, left.term[0]);
#pragma unroll
        for (int next = 1; next < CLR_TERMS; next++) {
            left.term[next - 1] = left.term[next];
        }
    }
    state.seen |= CLR_SEEN_BINS | CLR_SEEN_OTHER;
    return state;
}
#endif

CLR_COLD CLR_OF(state) CLR_OF(combine)(__local CLR_OF(bins) *bins, const CLR_OF(state) a,
                                     const CLR_OF(state) b)
{
    CLR_OF(state) state = a;

#if CLR_TERMS
    state = CLR_OF(join)(bins, state, b.sum);
#endif
#if CLR_COUNTED
    state.count += b.count;
#endif
    state.seen |= b.seen & CLR_SEEN_ALL;
    return state;
}

typedef struct CLR_OF(saved) {
    CLR_OF(state) state;
    uint words[CLR_DIGITS]; /* the bins, if they are used */
} CLR_OF(saved);

CLR_COLD void CLR_OF(save)(__local CLR_OF(bins) *bins, __global CLR_OF(saved) *at,
                         const CLR_OF(state) state)
{
    at->state = state;
    if (state.seen & CLR_SEEN_BINS)
        CLR_OF(save_bins)(bins, at->words);
}

CLR_COLD CLR_OF(state) CLR_OF(restore)(__local CLR_OF(bins) *bins,
                                     volatile __global const CLR_OF(saved) *at)
{
    CLR_OF(state) state;

#if CLR_TERMS
#pragma unroll
    for (int k = 0; k < CLR_TERMS; k++) {
        state.sum.term[k] = at->state.sum.term[k];
    }
#endif
#if CLR_COUNTED
    state.count = at->state.count;
#endif
    state.seen = at->state.seen & CLR_SEEN_ALL;
    if (state.seen & CLR_SEEN_BINS)
        CLR_OF(restore_bins)(bins, at->words);
    return state;
}

/* Adds the terms to the bins and makes the digits a magnitude. If the bins were unused, only the
 * few digits that the terms reach are visited. */
CLR_COLD void CLR_OF(settle)(__local CLR_OF(bins) *bins, const CLR_OF(state) state)
{
    const bool is_everywhere = !CLR_TERMS || (state.seen & CLR_SEEN_BINS);
    int begin                = is_everywhere ? 0 : CLR_DIGITS;
    int end                  = is_everywhere ? CLR_DIGITS : 0;
    clr_limbs sum;

#if CLR_TERMS
#pragma unroll
    for (int k = 0; k < CLR_TERMS; k++) {
        const double term = state.sum.term[k];
        const int digit   = max(CLR_OF(place_of)(term), 0) / 32;

        begin = term == 0.0 ? begin : min(begin, digit);
        end   = term == 0.0 ? end : max(end, min(digit + 3, CLR_DIGITS));
        CLR_OF(drop_double)(bins, term);
    }
#endif
    sum = clr_limbs_carry(bins->low, bins->high, min(begin, end), end, CLR_DIGITS);
    bins->begin       = sum.begin;
    bins->end         = sum.end;
    bins->is_negative = sum.is_negative;
    bins->is_settled  = 1;
}

/* The sum as a number, for the result. The state cannot be added to afterwards. */
CLR_FN clr_limbs CLR_OF(number_of)(__local CLR_OF(bins) *bins, const CLR_OF(state) state)
{
    clr_limbs number;

    if (!bins->is_settled)
        CLR_OF(settle)(bins, state);
    number.at          = bins->low;
    number.begin       = bins->begin;
    number.end         = bins->end;
    number.is_negative = bins->is_negative != 0;
    return number;
}

/* Whether any element was not -0. */
CLR_FN bool CLR_OF(has_other)(const CLR_OF(state) state)
{
    bool has_other = (state.seen & CLR_SEEN_OTHER) != 0;

#if CLR_TERMS
    has_other |= as_ulong(state.sum.term[0]) != as_ulong(-0.0);
#endif
    return has_other;
}
#endif
