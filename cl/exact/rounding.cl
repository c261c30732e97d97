/*
 * rounding - the floating-point number nearest to N 2^lowest / M, or to its root, ties to even, as
 * IEEE 754 has it; N is limbs, M an integer of 128 bits. In integers only, so that it is the same
 * everywhere. The host compiles this text too (src/base/limbs.h).
 *
 * Of any number it is enough to know the leading 64 bits and whether more follow: the longest
 * format, of 53 bits, needs one more to round by, and whether it is a tie.
 */
/*
 * needs:    clr_limbs clr_limbs_length clr_limbs_window clr_limbs_any_below clr_limbs_is_zero
 * provides: clr_u128 clr_u128_less clr_u128_subtract clr_u128_double clr_u128_top
 *           clr_u128_normalize clr_u128_length clr_leading clr_divide clr_lead clr_root clr_format
 *           clr_round_leading clr_round_signed clr_round clr_round_ratio clr_round_root
 *           clr_round_root_of_ratio
 */

/* ---- integers of 128 bits ---- */

typedef struct clr_u128 {
    ulong high;
    ulong low;
} clr_u128;

CLR_FN bool clr_u128_less(const clr_u128 a, const clr_u128 b)
{
    return a.high < b.high || (a.high == b.high && a.low < b.low);
}

CLR_FN clr_u128 clr_u128_subtract(const clr_u128 a, const clr_u128 b)
{
    const clr_u128 difference = {a.high - b.high - (a.low < b.low ? 1 : 0), a.low - b.low};

    return difference;
}

/* 2 x + bit, without what has no place in it. It adds because Oclgrind 21.10 lacks what LLVM makes
 * of such shifts (llvm.fshl). */
CLR_FN clr_u128 clr_u128_double(const clr_u128 x, const bool bit)
{
    const ulong low        = x.low + x.low;
    const clr_u128 doubled = {x.high + x.high + (low < x.low ? 1 : 0), low + (bit ? 1 : 0)};

    return doubled;
}

CLR_FN bool clr_u128_top(const clr_u128 x)
{
    return x.high >> 63 != 0;
}

/* Moved up until its top bit is 1; it must not be 0. */
CLR_FN clr_u128 clr_u128_normalize(const clr_u128 x)
{
    const ulong high          = x.high ? x.high : x.low;
    const ulong low           = x.high ? x.low : 0;
    const uint zeros          = (uint)clz(high);
    const clr_u128 normalized = {high << zeros | (low >> 1) >> (63 - zeros), low << zeros};

    return normalized;
}

CLR_FN int clr_u128_length(const clr_u128 x)
{
    return x.high ? 128 - (int)clz(x.high) : 64 - (int)clz(x.low);
}

/* ---- the leading bits ---- */

/* bits * 2^exponent, and less than one such step more if there is more. */
typedef struct clr_leading {
    clr_u128 bits;
    int exponent;
    bool is_more;
} clr_leading;

/*
 * The leading bits of |N| 2^lowest / M: `length` of them, 1 to 127; or one more, to make the
 * exponent even. N and M must not be 0.
 *
 * Long division, bit by bit. Both numbers are moved to [1/2, 1), so that the quotient is in
 * (1/2, 2) and its bits begin at 1 or at 1/2. `rest` is less than m in every step, both counted in
 * 2^-128, so twice as much has 129 bits. N's first 128 bits are there at once, and the next 128
 * bits do for 128 steps.
 */
CLR_COLD clr_leading clr_divide(const clr_limbs n, const int lowest, const clr_u128 divisor,
                              const int length, const bool even)
{
    const int top      = clr_limbs_length(n);
    const clr_u128 m   = clr_u128_normalize(divisor);
    clr_u128 rest      = {clr_limbs_window(n, top - 64), clr_limbs_window(n, top - 128)};
    clr_u128 next      = {clr_limbs_window(n, top - 192), clr_limbs_window(n, top - 256)};
    const bool has_one = !clr_u128_less(rest, m);
    const int exponent = top + lowest - clr_u128_length(divisor);
    int steps          = has_one ? length - 1 : length;
    clr_leading quotient;

    if (even)
        steps += (exponent - steps) & 1;
    if (has_one)
        rest = clr_u128_subtract(rest, m);
    quotient.bits.high = 0;
    quotient.bits.low  = has_one ? 1 : 0;
    quotient.exponent  = exponent - steps;
    for (int i = 0; i < steps; i++) {
        const bool is_long = clr_u128_top(rest);
        bool fits;

        rest = clr_u128_double(rest, clr_u128_top(next));
        next = clr_u128_double(next, false);
        fits = is_long || !clr_u128_less(rest, m);
        if (fits)
            rest = clr_u128_subtract(rest, m);
        quotient.bits = clr_u128_double(quotient.bits, fits);
    }
    quotient.is_more = (rest.high | rest.low | next.high | next.low) != 0 ||
                       clr_limbs_any_below(n, top - 256);
    return quotient;
}

/* The same of |N| 2^lowest, where nothing is divided. */
CLR_COLD clr_leading clr_lead(const clr_limbs n, const int lowest, const int length, const bool even)
{
    int first = clr_limbs_length(n) - length;
    clr_leading leading;

    if (even)
        first -= (first + lowest) & 1;
    leading.bits.high = clr_limbs_window(n, first + 64);
    leading.bits.low  = clr_limbs_window(n, first);
    leading.exponent  = first + lowest;
    leading.is_more   = clr_limbs_any_below(n, first);
    return leading;
}

/*
 * The root of a number of 127 or 128 leading bits and an even exponent: 64 leading bits, two of the
 * number's for each. `rest` is at most twice the root, less than 2^65, and less than 2^67 with two
 * bits more. What is_more adds to the number is less than 1, so it changes no bit of the root.
 */
CLR_COLD clr_leading clr_root(const clr_leading square)
{
    clr_u128 left = square.bits;
    clr_u128 rest = {0, 0};
    ulong root    = 0;
    clr_leading leading;

    for (int i = 0; i < 64; i++) {
        const clr_u128 step = {root >> 62, root << 2 | 1};
        bool fits;

        for (int bit = 0; bit < 2; bit++) {
            rest = clr_u128_double(rest, clr_u128_top(left));
            left = clr_u128_double(left, false);
        }
        fits = !clr_u128_less(rest, step);
        if (fits)
            rest = clr_u128_subtract(rest, step);
        root = root << 1 | (fits ? 1 : 0);
    }
    leading.bits.high = 0;
    leading.bits.low  = root;
    leading.exponent  = square.exponent / 2;
    leading.is_more   = square.is_more || (rest.high | rest.low) != 0;
    return leading;
}

/* ---- formats ---- */

/* A binary format: f16 has 11 and 5 bits, bf16 8 and 8, f32 24 and 8, f64 53 and 11. */
typedef struct clr_format {
    int precision; /* bits of the mantissa with the hidden one, at most 53 */
    int exponent;  /* bits of the exponent */
} clr_format;

/*
 * A number of 64 leading bits in the format, without a sign.
 *
 * The number is in [2^e, 2^(e + 1)). What is below the format's last place there, or below its
 * smallest number, is taken off and decides the rounding. Where rounding up carries beyond the
 * mantissa's end, the exponent beside it counts one up: from subnormal numbers to normal ones, and
 * from the largest one to infinity.
 */
CLR_FN ulong clr_round_leading(const clr_leading leading, const clr_format format)
{
    const int highest  = (1 << (format.exponent - 1)) - 1;
    const int smallest = 1 - highest;
    const int e        = leading.exponent + 63;
    const int binade   = e > smallest ? e : smallest; /* whose last place is the number's */
    const int off      = 64 - format.precision + (binade - e);
    const ulong bits   = leading.bits.low;
    ulong kept;
    ulong rest; /* what is taken off: its top bit is half of the last place */

    if (e > highest)
        return (((ulong)1 << format.exponent) - 1) << (format.precision - 1);
    if (off > 64)
        return 0; /* less than half the smallest number */
    kept = off < 64 ? bits >> off : 0;
    rest = off < 64 ? bits << (64 - off) : bits;
    if (rest >> 63 && (rest << 1 || leading.is_more || (kept & 1)))
        kept++;
    return ((ulong)(binade - smallest) << (format.precision - 1)) + kept;
}

/* The same with the sign of N. */
CLR_FN ulong clr_round_signed(const clr_limbs n, const clr_leading leading, const clr_format format)
{
    const ulong sign = n.is_negative ? (ulong)1 << (format.precision + format.exponent - 1) : 0;

    return sign | clr_round_leading(leading, format);
}

/* The bits of N 2^lowest, rounded; 0 of N = 0. */
CLR_FN ulong clr_round(const clr_limbs n, const int lowest, const clr_format format)
{
    if (clr_limbs_is_zero(n))
        return 0;
    return clr_round_signed(n, clr_lead(n, lowest, 64, false), format);
}

/* Of N 2^lowest / divisor, which must not be 0. */
CLR_COLD ulong clr_round_ratio(const clr_limbs n, const int lowest, const clr_u128 divisor,
                             const clr_format format)
{
    if (clr_limbs_is_zero(n))
        return 0;
    return clr_round_signed(n, clr_divide(n, lowest, divisor, 64, false), format);
}

/* Of the root of |N| 2^lowest. */
CLR_FN ulong clr_round_root(const clr_limbs n, const int lowest, const clr_format format)
{
    if (clr_limbs_is_zero(n))
        return 0;
    return clr_round_leading(clr_root(clr_lead(n, lowest, 127, true)), format);
}

/* Of the root of |N| 2^lowest / divisor, which must not be 0. */
CLR_COLD ulong clr_round_root_of_ratio(const clr_limbs n, const int lowest, const clr_u128 divisor,
                                     const clr_format format)
{
    if (clr_limbs_is_zero(n))
        return 0;
    return clr_round_leading(clr_root(clr_divide(n, lowest, divisor, 127, true)), format);
}
