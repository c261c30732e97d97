/*
 * double_to_copy - adds a double to a copy of the bins (cl/exact/copies.cl) as four integers, by
 * additions of doubles, which a GPU does beside integers: cutting as integers takes some 40
 * instructions a double (docs/history/2026-11-25-hard-data.md).
 *
 * Added to an anchor, 1.5 2^52 of a word's units, a double is rounded to whole units, which are the
 * sum's bits less the anchor's. At most half a unit remains. So the first word gets at least the
 * first bit, each other word CLR_WORD_BITS bits more, and four words all 53. Nothing is lost while
 * doubles round to nearest: sums stay in their anchor's binade, and the remainder has no bit below
 * the double's. Callers keep room in the copy, whose lowest bit counts 2^-CLR_DEPTH (keep_room()).
 */
#ifdef CLR_NARROW
#if CLR_COPIES
/* Larger doubles have no anchor: they are scaled down by three words, and go three words higher,
 * without a branch. Neither floats nor products of two are so large. */
#define CLR_ANCHORED_EXPONENTS (CLR_DOUBLE_EXPONENTS - CLR_DOUBLE_DIGITS - 1)
#define CLR_MAY_BE_LARGE       (sizeof(CLR_OF(value)) == sizeof(double))

CLR_FN void CLR_OF(add_parts)(__local int *copy, double x, const uint exponent)
{
    const uint higher  = CLR_MAY_BE_LARGE && exponent > CLR_ANCHORED_EXPONENTS ? 3 : 0;
    const uint smaller = higher * CLR_WORD_BITS;
    /* the leading bit, counted from the lowest bit of the copy */
    const int place    = (int)(exponent - smaller) - CLR_DOUBLE_BIAS + CLR_DEPTH;
    const uint first   = (uint)max(place, 3 * CLR_WORD_BITS) / CLR_WORD_BITS;
    const uint unit    = CLR_DOUBLE_BIAS - CLR_DEPTH + first * CLR_WORD_BITS; /* its exponent */
    __local int *word  = copy + (first + higher - 3) * CLR_COPIES;
    ulong anchor       = (ulong)(unit + CLR_DOUBLE_FRACTION_BITS) << CLR_DOUBLE_FRACTION_BITS |
                   CLR_DOUBLE_HIDDEN >> 1;

    x = as_double(as_ulong(x) - ((ulong)smaller << CLR_DOUBLE_FRACTION_BITS));
#pragma unroll
    for (int w = 3; w >= 0; w--) {
        const double sum = x + as_double(anchor);

        atomic_add(word + w * CLR_COPIES, (int)(as_ulong(sum) - anchor));
        x = x - (sum - as_double(anchor));
        anchor -= (ulong)CLR_WORD_BITS << CLR_DOUBLE_FRACTION_BITS;
    }
}

/* Adds any double; of one that is not finite returns the `seen` bit. */
CLR_FN uint CLR_OF(add_double)(__local int *copy, const double x)
{
    const ulong bits    = as_ulong(x);
    const uint exponent = (uint)(bits >> CLR_DOUBLE_FRACTION_BITS) & CLR_DOUBLE_EXPONENTS;

    if (exponent == CLR_DOUBLE_EXPONENTS)
        return bits & CLR_DOUBLE_FRACTION      ? CLR_SEEN_NAN
               : bits >> (CLR_DOUBLE_BITS - 1) ? CLR_SEEN_MINUS
                                               : CLR_SEEN_PLUS;
    CLR_OF(add_parts)(copy, x, exponent);
    return 0;
}
#endif
#endif
