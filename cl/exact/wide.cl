/*
 * wide - magnitudes of 256 bits, for means, roots and variances of integers and for sums made again
 * (cl/again): with S1 the sum of n integers of 64 bits, S2 the sum of their squares and n at most
 * 2^63, n S2 and S1^2 are below 2^254. cl/exact/leading.cl rounds their quotients and roots.
 * src/base/limbs.h compiles this text for the host.
 */
typedef struct clr_wide {
    clr_u128 high;
    clr_u128 low;
} clr_wide;

CLR_FN clr_wide clr_wide_add(const clr_wide a, const clr_wide b)
{
    const clr_u128 low   = clr_u128_add(a.low, b.low);
    const clr_u128 carry = {0, clr_u128_less(low, a.low) ? 1 : 0};
    const clr_wide sum   = {clr_u128_add(clr_u128_add(a.high, b.high), carry), low};

    return sum;
}

CLR_FN clr_wide clr_wide_subtract(const clr_wide a, const clr_wide b)
{
    const clr_u128 borrow     = {0, clr_u128_less(a.low, b.low) ? 1 : 0};
    const clr_wide difference = {clr_u128_subtract(clr_u128_subtract(a.high, b.high), borrow),
                                 clr_u128_subtract(a.low, b.low)};

    return difference;
}

/* a b 2^64 */
CLR_FN clr_wide clr_wide_middle(const ulong a, const ulong b)
{
    const clr_wide product = {{0, mul_hi(a, b)}, {a * b, 0}};

    return product;
}

/* |x|, of an integer of 192 bits in two's complement. */
CLR_FN clr_wide clr_wide_magnitude(const ulong top, const ulong high, const ulong low)
{
    const clr_wide x    = {{0, top}, {high, low}};
    const clr_wide less = {{0, ~top}, {~high, ~low}};
    const clr_wide one  = {{0, 0}, {0, 1}};

    return top >> 63 ? clr_wide_add(less, one) : x;
}

/* x n, of an x below 2^192. */
CLR_FN clr_wide clr_wide_times(const clr_wide x, const ulong n)
{
    const clr_wide ends = {clr_u128_product(x.high.low, n), clr_u128_product(x.low.low, n)};

    return clr_wide_add(ends, clr_wide_middle(x.low.high, n));
}

/* x^2, of an x below 2^127. */
CLR_FN clr_wide clr_wide_square(const clr_wide x)
{
    const clr_wide ends   = {clr_u128_product(x.low.high, x.low.high),
                             clr_u128_product(x.low.low, x.low.low)};
    const clr_wide middle = clr_wide_middle(2 * x.low.high, x.low.low);

    return clr_wide_add(ends, middle);
}

/* a b, of numbers below 2^127. */
CLR_FN clr_wide clr_wide_product(const clr_wide a, const clr_wide b)
{
    const clr_wide ends = {clr_u128_product(a.low.high, b.low.high),
                           clr_u128_product(a.low.low, b.low.low)};
    const clr_wide middle = clr_wide_add(clr_wide_middle(a.low.high, b.low.low),
                                         clr_wide_middle(a.low.low, b.low.high));

    return clr_wide_add(ends, middle);
}

CLR_FN bool clr_wide_less(const clr_wide a, const clr_wide b)
{
    return clr_u128_less(a.high, b.high) ||
           (!clr_u128_less(b.high, a.high) && clr_u128_less(a.low, b.low));
}

typedef struct clr_signed_wide {
    clr_wide magnitude;
    bool is_negative; /* not of 0 */
} clr_signed_wide;

/* Of 192 bits in two's complement. */
CLR_FN clr_signed_wide clr_wide_signed(const ulong top, const ulong high, const ulong low)
{
    const clr_signed_wide x = {clr_wide_magnitude(top, high, low), top >> 63 != 0};

    return x;
}

CLR_FN bool clr_wide_is_zero(const clr_wide x)
{
    return (x.high.high | x.high.low | x.low.high | x.low.low) == 0;
}

/* n products - sum other, a covariance's numerator, of sums of n integers. */
CLR_FN clr_signed_wide clr_wide_cospread(const clr_signed_wide products, const clr_signed_wide sum,
                                         const clr_signed_wide other, const ulong n)
{
    const clr_wide whole     = clr_wide_times(products.magnitude, n);
    const clr_wide means     = clr_wide_product(sum.magnitude, other.magnitude);
    const bool means_are_negative = sum.is_negative != other.is_negative;
    const bool is_less       = clr_wide_less(whole, means);
    clr_signed_wide spread;

    if (products.is_negative != means_are_negative)
        spread.magnitude = clr_wide_add(whole, means);
    else
        spread.magnitude = is_less ? clr_wide_subtract(means, whole) : clr_wide_subtract(whole, means);
    spread.is_negative = is_less ? !means_are_negative : products.is_negative;
    spread.is_negative &= !clr_wide_is_zero(spread.magnitude);
    return spread;
}

/* Of a number that is not 0. */
CLR_FN clr_dividend clr_wide_dividend(const clr_wide x)
{
    ulong word[4] = {x.high.high, x.high.low, x.low.high, x.low.low};
    int exponent  = 256;

    for (int i = 0; i < 3; i++)
        if (word[0] == 0) {
            word[0] = word[1];
            word[1] = word[2];
            word[2] = word[3];
            word[3] = 0;
            exponent -= 64;
        }
    return clr_dividend_of(word, exponent, false);
}

/* The bits of x over the divisor, or of the root of that, rounded. */
CLR_COLD ulong clr_round_wide(const clr_wide x, const clr_u128 divisor, const bool is_root,
                            const clr_format format)
{
    clr_dividend dividend;

    if (clr_wide_is_zero(x))
        return 0;
    dividend = clr_wide_dividend(x);
    return clr_round_leading(is_root ? clr_root(clr_divide_leading(dividend, divisor, 127, true))
                                     : clr_divide_leading(dividend, divisor, 64, false),
                             format);
}
