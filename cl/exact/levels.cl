/*
 * levels - adds up a group's states without a chain of dependent TwoSums: terms are cut into shares
 * of a few levels, and a level's shares are added plainly, in any order (Rump, Ogita, Oishi,
 * "Accurate floating-point summation part I", 2008; cl/group/levels.cl adds them). Of N terms, all
 * less than 2^(e + 1), and l = log2(N), rounded up, at least 2: a level's anchor is 1.5 2^top with
 * top = e + l. Anchor plus term is in 2^top to 2^(top + 1), so that the term's share, the sum minus
 * the anchor, is the term rounded to a multiple of 2^(top - 52), and at most 2^(e + 1); all N
 * shares come to at most 2^(top + 1), which is 53 digits. Term minus share is a double (Dekker's
 * Fast2Sum), at most 2^(top - 53): with e = top - 54 it has its share in the next level. Below the
 * smallest anchor nothing remains, as doubles are multiples of its last place. The remainder of the
 * last level goes to the bins, and so do all terms if the largest anchor is not finite. A sum of
 * nothing but -0 comes to +0: the `seen` bits tell.
 */
#ifdef CLR_NARROW
#if CLR_GROUP_SIZE > 1
enum { CLR_OF(levels) = CLR_LEVELS };

/* Publishes, before the cut, a state's largest exponent and its `seen` bits. */
CLR_FN void CLR_OF(mark)(__local CLR_OF(bins) *bins, const CLR_OF(state) state)
{
    const uint seen = (state.seen & CLR_SEEN_ALL) | (CLR_OF(has_other)(state) ? CLR_SEEN_OTHER : 0);
    uint greatest   = 0;

#pragma unroll
    for (int k = 0; k < CLR_TERMS; k++) {
        const ulong bits = as_ulong(state.sum.term[k]);

        greatest = max(greatest, (uint)(bits >> CLR_DOUBLE_FRACTION_BITS) & CLR_DOUBLE_EXPONENTS);
    }
    atomic_max(&bins->greatest[CLR_ITEM % CLR_MARKS], greatest);
    if (seen)
        atomic_or(&bins->noted[CLR_ITEM % CLR_MARKS], seen);
}

CLR_FN int CLR_OF(greatest_mark)(const __local CLR_OF(bins) *bins)
{
    uint greatest = 0;

#pragma unroll 4
    for (uint i = 0; i < CLR_MARKS; i++)
        greatest = max(greatest, bins->greatest[i]);
    return (int)greatest;
}

/* Adds the remainder of the last level to the bins: rare. */
CLR_COLD void CLR_OF(drop_left)(__local CLR_OF(bins) *bins, CLR_OF(terms) left)
{
#pragma unroll 1
    for (int k = 0; k < CLR_TERMS; k++) {
        CLR_OF(drop_double)(bins, left.term[0]);
#pragma unroll
        for (int next = 1; next < CLR_TERMS; next++) {
            left.term[next - 1] = left.term[next];
        }
    }
    atomic_or(&bins->noted[0], CLR_SEEN_BINS | CLR_SEEN_OTHER);
}

/* The state's shares at each level; `size` items take part. */
CLR_FN void CLR_OF(cut)(__local CLR_OF(bins) *bins, double *shares, const uint size,
                        const CLR_OF(state) state)
{
    const int  terms    = 32 - (int)clz(size * CLR_TERMS - 1); /* log2 of the number of terms */
    int        exponent = CLR_OF(greatest_mark)(bins) + terms;
    const bool fits     = exponent < CLR_DOUBLE_EXPONENTS - 1;
    CLR_OF(terms) left  = state.sum;
    ulong is_left       = 0;

#pragma unroll
    for (int level = 0; level < CLR_LEVELS; level++) {
        const double anchor = as_double((ulong)(uint)max(exponent, 1) << CLR_DOUBLE_FRACTION_BITS |
                                        CLR_DOUBLE_HIDDEN >> 1);

        shares[level] = 0.0;
#pragma unroll
        for (int k = 0; k < CLR_TERMS; k++) {
            const double share = fits ? (left.term[k] + anchor) - anchor : 0.0;

            left.term[k] -= share;
            shares[level] += share;
        }
        exponent += terms - (CLR_DOUBLE_FRACTION_BITS + 2);
    }
#pragma unroll
    for (int k = 0; k < CLR_TERMS; k++)
        is_left |= CLR_DOUBLE_MAGNITUDE(as_ulong(left.term[k]));
    if (is_left)
        CLR_OF(drop_left)(bins, left);
}

/* The group's state from the sums of shares. */
CLR_FN CLR_OF(state) CLR_OF(put_together)(__local CLR_OF(bins) *bins, const double *sums)
{
    CLR_OF(state) state = CLR_OF(none)();

#pragma unroll 4
    for (uint i = 0; i < CLR_MARKS; i++)
        state.seen |= bins->noted[i];
    if (!(state.seen & CLR_SEEN_OTHER))
        return state;
#pragma unroll
    for (uint k = 0; k < CLR_TERMS; k++) {
        state.sum.term[k] = sums[k];
    }
#if CLR_LEVELS > CLR_TERMS
    {
        CLR_OF(terms) last = CLR_OF(none)().sum;

        last.term[0] = sums[CLR_TERMS];
        state        = CLR_OF(join)(bins, state, last);
    }
#endif
    return state;
}
#endif
#endif
