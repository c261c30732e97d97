/*
 * double_to_copy - a double into a copy of the bins. Added to an anchor, 1.5 2^52 of a word's
 * units, it is rounded to whole ones, and the sum's bits are the anchor's and as many. What is left
 * is half a unit at most. So the first word is given the first digit at least, and each of the
 * others CLR_WORD_BITS digits more: four words take all 53. Nothing is lost: sums stay in their
 * anchor's binade, and what is left has no digit that the double has not.
 */
#ifdef CLR_NARROW
#if CLR_COPIES
/* A double that is larger has no anchor. It is made smaller by as much as three words are, and goes
 * three words higher. No float is, nor a product of two. */
#define CLR_ANCHORED_EXPONENTS (CLR_DOUBLE_EXPONENTS - CLR_DOUBLE_DIGITS - 1)
#define CLR_MAY_BE_LARGE       (sizeof(CLR_OF(value)) == sizeof(double))

CLR_FN void CLR_OF(add_parts)(__local int *copy, double x, const uint exponent)
{
    const uint higher  = CLR_MAY_BE_LARGE && exponent > CLR_ANCHORED_EXPONENTS ? 3 : 0;
    const uint smaller = higher * CLR_WORD_BITS;
    const int place    = (int)(exponent - smaller) - CLR_DOUBLE_BIAS + CLR_DEPTH; /* of a 1. */
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

/* Any double; returns what has been seen of it if it is not finite. */
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
