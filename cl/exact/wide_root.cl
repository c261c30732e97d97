/*
 * wide_root - rounds N / root(A B) of magnitudes of 256 bits, the correlation of integers: N^2 and A B
 * are below 2^510, and the comparison that settles the result's leading bits, as in
 * cl/exact/quotient.cl, is one of 640 bits.
 */
typedef struct clr_long {
    ulong word[10]; /* the lowest first; only constants index them, so that they stay in registers */
} clr_long;

CLR_FN clr_long clr_long_product(const clr_wide a, const clr_wide b)
{
    const ulong x[4] = {a.low.low, a.low.high, a.high.low, a.high.high};
    const ulong y[4] = {b.low.low, b.low.high, b.high.low, b.high.high};
    clr_long product;

#pragma unroll
    for (int i = 0; i < 10; i++) {
        product.word[i] = 0;
    }
#pragma unroll
    for (int i = 0; i < 4; i++) {
        ulong carry = 0;

#pragma unroll
        for (int j = 0; j < 4; j++) {
            const clr_u128 first  = {0, product.word[i + j]};
            const clr_u128 second = {0, carry};
            const clr_u128 step =
                clr_u128_add(clr_u128_add(clr_u128_product(x[i], y[j]), first), second);

            product.word[i + j] = step.low;
            carry               = step.high;
        }
        product.word[i + 4] = carry;
    }
    return product;
}

/* x factor, which 640 bits must hold. */
CLR_FN clr_long clr_long_times(const clr_long x, const ulong factor)
{
    clr_long product;
    ulong carry = 0;

#pragma unroll
    for (int i = 0; i < 10; i++) {
        const clr_u128 more = {0, carry};
        const clr_u128 step = clr_u128_add(clr_u128_product(x.word[i], factor), more);

        product.word[i] = step.low;
        carry           = step.high;
    }
    return product;
}

/* x 2^64, without what 640 bits do not hold. */
CLR_FN clr_long clr_long_next(const clr_long x)
{
    clr_long next;

    next.word[0] = 0;
#pragma unroll
    for (int i = 1; i < 10; i++) {
        next.word[i] = x.word[i - 1];
    }
    return next;
}

/* x 2^up, which 640 bits must hold. */
CLR_FN clr_long clr_long_raised(const clr_long x, const int up)
{
    clr_long raised = x;

#pragma unroll 1
    for (int i = 0; i < up / 64; i++)
        raised = clr_long_next(raised);
    return clr_long_times(raised, (ulong)1 << (up % 64));
}

CLR_FN bool clr_long_less(const clr_long a, const clr_long b)
{
    bool is_less = false;

#pragma unroll
    for (int i = 0; i < 10; i++) {
        is_less = a.word[i] < b.word[i] || (a.word[i] == b.word[i] && is_less);
    }
    return is_less;
}

/* Of a number that is not 0. */
CLR_FN clr_dividend clr_long_dividend(const clr_long x)
{
    clr_long raised = x;
    ulong rest      = 0;
    int exponent    = 640;

#pragma unroll 1
    for (int i = 0; i < 9 && raised.word[9] == 0; i++) {
        raised = clr_long_next(raised);
        exponent -= 64;
    }
    const ulong word[4] = {raised.word[9], raised.word[8], raised.word[7], raised.word[6]};
#pragma unroll
    for (int i = 0; i < 6; i++) {
        rest |= raised.word[i];
    }
    return clr_dividend_of(word, exponent, rest != 0);
}

/* |N| / root(A B) rounded, 0 of N = 0; A and B must not be 0. */
CLR_COLD ulong clr_round_wide_correlation(const clr_wide n, const clr_wide a, const clr_wide b,
                                        const clr_format format)
{
    const clr_long square   = clr_long_product(n, n);
    const clr_long product  = clr_long_product(a, b);
    const clr_dividend d    = clr_long_dividend(product);
    const clr_u128 less     = {0, (d.next.high | d.next.low) != 0 || d.is_more ? 1 : 0};
    clr_dividend of;
    clr_leading root;

    if (clr_wide_is_zero(n))
        return 0;
    of = clr_long_dividend(square);
    of.exponent -= d.exponent - 128;
    root = clr_root(clr_divide_bits(of, clr_u128_subtract(d.first, less), 127, true));
    if (less.low) {
        const clr_long is   = clr_long_raised(square, -2 * root.exponent);
        const clr_long told =
            clr_long_times(clr_long_times(product, root.bits.low), root.bits.low);

        root.is_more = clr_long_less(told, is);
        if (clr_long_less(is, told))
            root = clr_leading_below(root);
    }
    return clr_round_leading(root, format);
}
