/*
 * leading - rounds A / M or its root to a floating-point number, to nearest, ties to even (IEEE
 * 754), from A's leading bits; M is an integer of 128 bits. By integers alone, so that all devices
 * and the host have the same bits; src/base/limbs.h compiles this text for the host. 64 leading
 * bits, and whether more follow, are enough: the longest format, of 53 bits, needs one more to
 * round by, and whether there is a tie.
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

CLR_FN clr_u128 clr_u128_add(const clr_u128 a, const clr_u128 b)
{
    const ulong low    = a.low + b.low;
    const clr_u128 sum = {a.high + b.high + (low < a.low ? 1 : 0), low};

    return sum;
}

CLR_FN clr_u128 clr_u128_product(const ulong a, const ulong b)
{
    const clr_u128 product = {mul_hi(a, b), a * b};

    return product;
}

/* 2 x + bit, modulo 2^128. By addition, as Oclgrind 21.10 lacks llvm.fshl, which LLVM makes of
 * shifts. */
CLR_FN clr_u128 clr_u128_double(const clr_u128 x, const bool bit)
{
    const ulong low        = x.low + x.low;
    const clr_u128 doubled = {x.high + x.high + (low < x.low ? 1 : 0), low + (bit ? 1 : 0)};

    return doubled;
}

/* The leading `bits` of x, 1 to 63, as a number: by a product, since LLVM makes llvm.fshl of two
 * shifts side by side, too. */
CLR_FN ulong clr_leading_bits(const ulong x, const uint bits)
{
    return mul_hi(x, (ulong)1 << bits);
}

CLR_FN bool clr_u128_top(const clr_u128 x)
{
    return x.high >> 63 != 0;
}

/* Shifts x, not 0, up until its top bit is 1. */
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

/* bits * 2^exponent, plus less than 2^exponent if is_more. */
typedef struct clr_leading {
    clr_u128 bits;
    int exponent;
    bool is_more;
} clr_leading;

/* A dividend in [2^(exponent - 1), 2^exponent): its first 256 bits, the top one 1, and whether more
 * follow. */
typedef struct clr_dividend {
    clr_u128 first;
    clr_u128 next;
    int exponent;
    bool is_more;
} clr_dividend;

/* word[0] to word[3], the first not 0, times 2^(exponent - 256). */
CLR_FN clr_dividend clr_dividend_of(const ulong *word, const int exponent, const bool is_more)
{
    const uint zeros = (uint)clz(word[0]);
    clr_dividend dividend;

    dividend.first.high = word[0] << zeros | (word[1] >> 1) >> (63 - zeros);
    dividend.first.low  = word[1] << zeros | (word[2] >> 1) >> (63 - zeros);
    dividend.next.high  = word[2] << zeros | (word[3] >> 1) >> (63 - zeros);
    dividend.next.low   = word[3] << zeros;
    dividend.exponent   = exponent - (int)zeros;
    dividend.is_more    = is_more;
    return dividend;
}

/* The leading `length` bits, 64 to 127; one more where the exponent is to be even. */
CLR_FN clr_leading clr_lead_dividend(const clr_dividend n, const int length, const bool even)
{
    const int bits   = even ? length + ((n.exponent - length) & 1) : length;
    const int down   = bits > 64 ? 128 - bits : 0;
    const ulong high = bits > 64 ? n.first.high : 0;
    const ulong low  = bits > 64 ? n.first.low : n.first.high;
    const ulong cut  = bits > 64 ? (n.first.low << 1) << (63 - down) : n.first.low;
    clr_leading leading;

    leading.bits.high = high >> down;
    leading.bits.low  = low >> down | (high << 1) << (63 - down);
    leading.exponent  = n.exponent - bits;
    leading.is_more   = (cut | n.next.high | n.next.low) != 0 || n.is_more;
    return leading;
}

/* Digits of 32 bits by a divisor of one digit, from the top. The quotient has at least 224 bits, and
 * a rest makes it more. */
CLR_FN clr_dividend clr_divide_digit(const clr_dividend n, const uint divisor)
{
    ulong word[4] = {n.first.high, n.first.low, n.next.high, n.next.low};
    ulong rest    = 0;

    for (int i = 0; i < 4; i++) {
        const ulong first = rest << 32 | clr_leading_bits(word[i], 32);
        const ulong upper = first / divisor;
        const ulong next  = (first - upper * divisor) << 32 | (uint)word[i];
        const ulong lower = next / divisor;

        rest    = next - lower * divisor;
        word[i] = upper << 32 | lower;
    }
    return clr_dividend_of(word, n.exponent, n.is_more || rest != 0);
}

/*
 * Long division, bit by bit. Both numbers are scaled to [1/2, 1), so the quotient is in (1/2, 2) and
 * begins with the bit of 1 or 1/2. `rest` is less than m in every step, in units of 2^-128, so its
 * double has 129 bits. The dividend's first 128 bits are used at once, the next 128 in 128 steps.
 */
CLR_FN clr_leading clr_divide_bits(const clr_dividend n, const clr_u128 divisor, const int length,
                                   const bool even)
{
    const clr_u128 m   = clr_u128_normalize(divisor);
    clr_u128 rest      = n.first;
    clr_u128 next      = n.next;
    const bool has_one = !clr_u128_less(rest, m);
    const int exponent = n.exponent - clr_u128_length(divisor);
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
    quotient.is_more = (rest.high | rest.low | next.high | next.low) != 0 || n.is_more;
    return quotient;
}

/* The quotient's leading `length` bits, 64 to 127; one more where the exponent is to be even. The
 * divisor must not be 0. */
CLR_COLD clr_leading clr_divide_leading(const clr_dividend n, const clr_u128 divisor,
                                      const int length, const bool even)
{
    if (divisor.high != 0 || divisor.low >> 32 != 0)
        return clr_divide_bits(n, divisor, length, even);
    return clr_lead_dividend(divisor.low == 1 ? n : clr_divide_digit(n, (uint)divisor.low), length,
                             even);
}

/*
 * The root's 64 leading bits, from 127 or 128 leading bits and an even exponent: the upper 32 bits
 * bit by bit, the lower ones by a division (Zimmermann, "Karatsuba square root", 1999). It may make
 * the root of a number that is no square too large by 1. is_more adds less than 1 to the number, so
 * it changes no bit of the root.
 */
CLR_COLD clr_leading clr_root(const clr_leading square)
{
    const ulong low = square.bits.low;
    ulong upper     = 0;
    ulong rest      = square.bits.high; /* square.bits.high - upper^2, at the end up to 2 upper */
    clr_leading leading;

    for (ulong bit = (ulong)1 << 31; bit > 0; bit >>= 1) {
        const ulong step = (2 * upper + bit) * bit;

        if (rest >= step) {
            rest -= step;
            upper += bit;
        }
    }
    /* Of rest 2^32 + the upper half of low, over 2 upper. */
    const ulong halved     = rest << 31 | clr_leading_bits(low, 31);
    const ulong lower      = halved / upper; /* up to 2^32 */
    const ulong over       = (halved - lower * upper) << 1 | (low >> 32 & 1);
    const clr_u128 all     = {over >> 32, over << 32 | (uint)low};
    const clr_u128 left    = clr_u128_subtract(all, clr_u128_product(lower, lower));
    const bool is_too_much = clr_u128_top(left);

    leading.bits.high = 0;
    leading.bits.low  = (upper << 32) + lower - (is_too_much ? 1 : 0);
    leading.exponent  = square.exponent / 2;
    leading.is_more   = square.is_more || (left.high | left.low) != 0;
    return leading;
}

/* The leading bits just below a number that is less than these say, by less than the last one. */
CLR_FN clr_leading clr_leading_below(const clr_leading leading)
{
    clr_leading below = leading;

    below.bits.low = leading.bits.low - 1;
    if (leading.bits.low << 1 == 0) { /* 2^63, below which numbers of 64 bits end in a half */
        below.bits.low = ~(ulong)0;
        below.exponent = leading.exponent - 1;
    }
    below.is_more = true;
    return below;
}

/* ---- divisors ---- */

/* n (n - ddof), a variance's divisor; ddof must be less than n. */
CLR_FN clr_u128 clr_spread_divisor(const ulong n, const ulong ddof)
{
    return clr_u128_product(n, n - ddof);
}

/* ---- formats ---- */

/* A binary format: f16 has 11 and 5 bits, bf16 8 and 8, f32 24 and 8, f64 53 and 11. */
typedef struct clr_format {
    int precision; /* significant bits with the hidden one, at most 53 */
    int exponent;  /* bits of the exponent */
} clr_format;

/*
 * Rounds 64 leading bits to the format, unsigned. The number is in [2^e, 2^(e + 1)). Bits below the
 * format's last place, or below its smallest number, are cut off and decide the rounding. A carry
 * out of the mantissa increments the exponent beside it: from subnormal to normal, and from the
 * largest number to infinity.
 */
CLR_FN ulong clr_round_leading(const clr_leading leading, const clr_format format)
{
    const int highest  = (1 << (format.exponent - 1)) - 1;
    const int smallest = 1 - highest;
    const int e        = leading.exponent + 63;
    const int binade   = e > smallest ? e : smallest; /* the binade that sets the last place */
    const int off      = 64 - format.precision + (binade - e);
    const ulong bits   = leading.bits.low;
    ulong kept;
    ulong rest; /* bits below the last place; the top one is half of it */

    if (e > highest)
        return (((ulong)1 << format.exponent) - 1) << (format.precision - 1);
    if (off > 64)
        return 0; /* below half the smallest number */
    kept = off < 64 ? bits >> off : 0;
    rest = off < 64 ? bits << (64 - off) : bits;
    if (rest >> 63 && (rest << 1 || leading.is_more || (kept & 1)))
        kept++;
    return ((ulong)(binade - smallest) << (format.precision - 1)) + kept;
}
