/* limbs - whole numbers of any length: limb i of 32 bits has weight 2^(32 i). Most exact sums have
 * few limbs that are not 0, and only these are visited. They lie in address space CLR_LIMB_SPACE.
 * OpenCL C and C11 alike: src/base/limbs.h compiles this text for the host. */
typedef struct clr_limbs {
    CLR_LIMB_SPACE uint *at;
    int begin; /* limbs begin to end - 1, the first and the last not 0; all others */
    int end;   /* count as 0, whatever is in memory. begin == end: the number is 0 */
    bool is_negative;
} clr_limbs;

/* Strips zero limbs at either end. */
CLR_FN clr_limbs clr_limbs_trim(const clr_limbs x)
{
    clr_limbs trimmed = x;

    while (trimmed.begin < trimmed.end && x.at[trimmed.end - 1] == 0)
        trimmed.end--;
    while (trimmed.begin < trimmed.end && x.at[trimmed.begin] == 0)
        trimmed.begin++;
    return trimmed;
}

/* The number that has these limbs from begin to end - 1. */
CLR_FN clr_limbs clr_limbs_of(CLR_LIMB_SPACE uint *at, const int begin, const int end)
{
    const clr_limbs x = {at, begin, end, false};

    return clr_limbs_trim(x);
}

CLR_FN bool clr_limbs_is_zero(const clr_limbs x)
{
    return x.begin == x.end;
}

CLR_FN uint clr_limbs_get(const clr_limbs x, const int i)
{
    return i >= x.begin && i < x.end ? x.at[i] : 0;
}

/* Limb i of the number in two's complement. To be called for i = 0, 1, ... in turn: *borrow, 0 at
 * first, says whether a limb below was not 0. */
CLR_FN uint clr_limbs_signed(const clr_limbs x, const int i, uint *borrow)
{
    const uint limb = clr_limbs_get(x, i);
    const uint told = x.is_negative ? 0 - limb - *borrow : limb;

    *borrow |= limb != 0;
    return told;
}

/* The number's bits; it must not be 0. */
CLR_FN int clr_limbs_length(const clr_limbs x)
{
    return 32 * x.end + 32 - (int)clz((ulong)x.at[x.end - 1]);
}

/* Whether any bit below bit `at` is 1. */
CLR_FN bool clr_limbs_any_below(const clr_limbs x, const int at)
{
    const uint limb   = clr_limbs_get(x, x.begin);
    const uint lowest = limb & (0 - limb);

    return limb != 0 && 32 * x.begin + 63 - (int)clz((ulong)lowest) < at;
}

/* The 64 bits from bit `at` on, which may be negative or beyond the number's end. */
CLR_FN ulong clr_limbs_window(const clr_limbs x, const int at)
{
    const int first  = at >> 5; /* rounds down, also below 0 */
    const uint shift = (uint)at & 31;
    const ulong low  = clr_limbs_get(x, first);
    const ulong next = clr_limbs_get(x, first + 1);
    const ulong high = clr_limbs_get(x, first + 2);
    const ulong bits = next << 32 | low;

    return bits >> shift | (high << 1) << (63 - shift);
}

/*
 * Propagates carries: the sum of low[i] 2^(32 i) + high[i] 2^(32 i + 32), i from begin to end - 1,
 * as limbs in two's complement that overwrite `low`, limb `end` included unless end is `count`:
 * then the sum must fit. With |high[i]| less than 2^31 - 1 the carry out of limb i is within 1 of
 * high[i], so it is an int. The last carry is limb `end`, and its sign the number's.
 */
CLR_FN clr_limbs clr_limbs_carry(CLR_LIMB_SPACE uint *low, CLR_LIMB_SPACE const int *high,
                                 const int begin, const int end, const int count)
{
    clr_limbs sum = {low, begin, end < count ? end + 1 : end, false};
    int carry     = 0;
    uint one      = 1;

    for (int i = begin; i < end; i++) {
        const uint limb = low[i] + (uint)carry; /* a negative carry as 2^32 more */

        carry  = high[i] + (limb < low[i] ? 1 : 0) - (carry < 0 ? 1 : 0);
        low[i] = limb;
    }
    if (end < count)
        low[end] = (uint)carry;
    sum.is_negative = carry < 0;
    for (int i = begin; sum.is_negative && i < sum.end; i++) {
        low[i] = ~low[i] + one;
        one &= low[i] == 0 ? 1 : 0;
    }
    return clr_limbs_trim(sum);
}

/*
 * x * factor, in place, up to two limbs longer. With b = 2^32, a limb times the factor plus the
 * carry is at most (b - 1) (b^2 - 1) + (b^2 - 1) = b (b^2 - 1): a limb, and a carry of 64 bits
 * again.
 */
CLR_FN clr_limbs clr_limbs_multiply(const clr_limbs x, const ulong factor)
{
    clr_limbs product = x;
    ulong carry       = 0;

    for (int i = x.begin; i < x.end || carry > 0; i++) {
        const ulong limb = clr_limbs_get(x, i);
        const ulong low  = limb * (uint)factor + (uint)carry;

        carry       = limb * (factor >> 32) + (carry >> 32) + (low >> 32);
        x.at[i]     = (uint)low;
        product.end = i + 1;
    }
    return clr_limbs_trim(product);
}

/* a b, schoolbook, in memory apart from both; a step is at most (2^32 - 1)^2 + 2 (2^32 - 1) = 2^64
 * - 1. */
CLR_FN clr_limbs clr_limbs_product(const clr_limbs a, const clr_limbs b, CLR_LIMB_SPACE uint *to)
{
    const clr_limbs product = {to, a.begin + b.begin, a.end + b.end,
                               a.is_negative != b.is_negative};

    for (int i = product.begin; i < product.end; i++)
        to[i] = 0;
    for (int i = a.begin; i < a.end; i++) {
        uint carry = 0;

        for (int j = b.begin; j < b.end; j++) {
            const ulong step = (ulong)a.at[i] * b.at[j] + to[i + j] + carry;

            to[i + j] = (uint)step;
            carry     = (uint)(step >> 32);
        }
        to[i + b.end] = carry;
    }
    return clr_limbs_trim(product);
}

/* Whether |a| < |b|. */
CLR_FN bool clr_limbs_less(const clr_limbs a, const clr_limbs b)
{
    const int end   = a.end > b.end ? a.end : b.end;
    const int begin = a.begin < b.begin ? a.begin : b.begin;
    int i           = end - 1;

    while (i > begin && clr_limbs_get(a, i) == clr_limbs_get(b, i))
        i--;
    return clr_limbs_get(a, i) < clr_limbs_get(b, i);
}

/* |a| + |b|, in place of a, up to one limb longer than the longer of both. */
CLR_FN clr_limbs clr_limbs_add(const clr_limbs a, const clr_limbs b)
{
    const int end = a.end > b.end ? a.end : b.end;
    clr_limbs sum = {a.at, a.begin < b.begin ? a.begin : b.begin, end, false};
    uint carry    = 0;

    for (int i = sum.begin; i < end || carry > 0; i++) {
        const ulong step = (ulong)clr_limbs_get(a, i) + clr_limbs_get(b, i) + carry;

        a.at[i] = (uint)step;
        carry   = (uint)(step >> 32);
        sum.end = i + 1;
    }
    return clr_limbs_trim(sum);
}

/* |a| - |b|, in place of a. */
CLR_FN clr_limbs clr_limbs_subtract(const clr_limbs a, const clr_limbs b)
{
    clr_limbs difference = {a.at, a.begin < b.begin ? a.begin : b.begin,
                            a.end > b.end ? a.end : b.end, clr_limbs_less(a, b)};
    uint borrow          = 0;

    for (int i = difference.begin; i < difference.end; i++) {
        const uint of_a = clr_limbs_get(a, i);
        const uint of_b = clr_limbs_get(b, i);
        const uint from = difference.is_negative ? of_b : of_a;
        const uint off  = difference.is_negative ? of_a : of_b;

        a.at[i] = from - off - borrow;
        borrow  = from < off || (from == off && borrow) ? 1 : 0;
    }
    return clr_limbs_trim(difference);
}
