/*
 * between - the value a given part of the way between two elements, exact and rounded once to
 * CLR_RANK_PRECISION bits: a + part (b - a) as a sum of three terms in one integer that has all
 * their bits, in two's complement. Its lowest bit counts the lowest of an element times 2^-1074, the
 * lowest of a part. Once a result, so it takes what time it takes; in integers alone, so that
 * doubles need no double.
 */
#define CLR_WAY_BITS  1074 /* behind the point, of a double */
#define CLR_WIDE_WORDS ((CLR_RANK_ELEMENT_BITS + CLR_WAY_BITS + 64) / 32)

/* A number as +-number * 2^shift. */
typedef struct clr_term {
    ulong number;
    uint shift;
    bool is_negative;
} clr_term;

/* A float's bits, of `precision` bits in `width`, in units of the smallest float. */
CLR_FN clr_term clr_float_term(const ulong bits, const uint precision, const uint width)
{
    const ulong sign     = 1UL << (width - 1);
    const ulong below    = 1UL << (precision - 1);
    const ulong exponent = (bits & (sign - 1)) / below;
    const clr_term term  = {(bits & (below - 1)) | (exponent ? below : 0),
                            (uint)(exponent ? exponent - 1 : 0), (bits & sign) != 0};

    return term;
}

CLR_FN clr_term clr_term_of(const clr_key key)
{
    const clr_key bits = clr_bits_of(key);

#if CLR_RANK_TURNED
    return clr_float_term(bits, CLR_RANK_PRECISION, CLR_RANK_KEY_BITS);
#else
    const bool is_negative = CLR_RANK_SIGN && (bits & CLR_RANK_SIGN);
    const clr_term term    = {is_negative ? (clr_key)0 - bits : bits, 0, is_negative};

    return term;
#endif
}

/* Adds one word, from word `at` on. */
CLR_FN void clr_wide_add(uint *words, uint at, uint word)
{
    for (; word && at < CLR_WIDE_WORDS; at++) {
        const uint sum = words[at] + word;

        word      = sum < word;
        words[at] = sum;
    }
}

CLR_FN void clr_wide_take(uint *words, uint at, uint word)
{
    for (; word && at < CLR_WIDE_WORDS; at++) {
        const uint before = words[at];

        words[at] = before - word;
        word      = before < word;
    }
}

/* Adds or takes off number * 2^shift. */
CLR_FN void clr_wide_term(uint *words, const ulong number, const uint shift, const bool is_taken)
{
    const uint past = shift % 32, at = shift / 32;
    const ulong low = number << past;
    const uint pieces[3] = {(uint)low, (uint)(low >> 32),
                            past ? (uint)(number >> (64 - past)) : 0};

    for (uint k = 0; k < 3; k++) {
        if (is_taken)
            clr_wide_take(words, at + k, pieces[k]);
        else
            clr_wide_add(words, at + k, pieces[k]);
    }
}

/* Adds or takes off the product of a term and a part of the way. */
CLR_FN void clr_wide_product(uint *words, const clr_term term, const clr_term part,
                             const bool is_taken)
{
    const uint shift = term.shift + part.shift;
    const bool minus = term.is_negative != is_taken;

    clr_wide_term(words, term.number * part.number, shift, minus);
    clr_wide_term(words, mul_hi(term.number, part.number), shift + 64, minus);
}

CLR_FN bool clr_wide_bit(const uint *words, const uint bit)
{
    return words[bit / 32] >> bit % 32 & 1;
}

/* The highest bit of a number that is not negative; 0 if it is 0. */
CLR_FN uint clr_wide_top(const uint *words)
{
    uint word = CLR_WIDE_WORDS - 1;

    while (word > 0 && !words[word]) {
        word--;
    }
    return word * 32 + (words[word] ? 31 - clz(words[word]) : 0);
}

/* 64 bits from `bit` on. */
CLR_FN ulong clr_wide_from(const uint *words, const uint bit)
{
    const uint at = bit / 32, past = bit % 32;
    const ulong low  = (ulong)words[at] | (ulong)(at + 1 < CLR_WIDE_WORDS ? words[at + 1] : 0) << 32;
    const ulong high = at + 2 < CLR_WIDE_WORDS ? words[at + 2] : 0;

    return past ? low >> past | high << (64 - past) : low;
}

/* Whether some bit below `bit` is set. */
CLR_FN bool clr_wide_below(const uint *words, const uint bit)
{
    uint any = bit % 32 ? words[bit / 32] << (32 - bit % 32) : 0;

    for (uint word = 0; word < bit / 32; word++) {
        any |= words[word];
    }
    return any != 0;
}

/* The number's magnitude as a float's bits, rounded to nearest, ties to even. Bit CLR_RANK_LOWEST
 * counts the smallest float. */
CLR_FN ulong clr_wide_round(const uint *words)
{
    const uint top    = clr_wide_top(words);
    const uint lowest = max(top, (uint)(CLR_RANK_LOWEST + CLR_RANK_RESULT_PRECISION - 1)) -
                        (CLR_RANK_RESULT_PRECISION - 1);
    const ulong kept = clr_wide_from(words, lowest) & ((2UL << (CLR_RANK_RESULT_PRECISION - 1)) - 1);
    const bool tie   = lowest && clr_wide_bit(words, lowest - 1);
    const bool more  = tie && ((kept & 1) || clr_wide_below(words, lowest - 1));

    return ((ulong)(lowest - CLR_RANK_LOWEST) << (CLR_RANK_RESULT_PRECISION - 1)) + kept + more;
}

CLR_FN bool clr_is_endless(const clr_key key)
{
    return CLR_RANK_TURNED && (clr_bits_of(key) & ~CLR_RANK_SIGN) == CLR_RANK_ENDLESS;
}

/* The exact value's bits. An infinity beside a finite element is the value; between both there is
 * none. */
CLR_COLD ulong clr_exactly_between(const clr_key a, const clr_key b, const double part)
{
    const clr_term way = clr_float_term(as_ulong(part), 53, 64);
    uint  words[CLR_WIDE_WORDS];
    ulong minus = 0;

    if (clr_is_endless(a) || clr_is_endless(b)) {
        const bool both = clr_is_endless(a) && clr_is_endless(b) && a != b;

        return both ? CLR_RANK_NOTHING : clr_bits_of(clr_is_endless(a) ? a : b);
    }
    for (uint word = 0; word < CLR_WIDE_WORDS; word++) {
        words[word] = 0;
    }
    {
        const clr_term first = clr_term_of(a), second = clr_term_of(b);
        const uint point = first.shift + CLR_WAY_BITS;

        clr_wide_term(words, first.number, point, first.is_negative);
        clr_wide_product(words, first, way, true);
        clr_wide_product(words, second, way, false);
    }
    if (words[CLR_WIDE_WORDS - 1] >> 31) {
        uint carry = 1;

        minus = 1UL << (CLR_RANK_RESULT_BITS - 1);
        for (uint word = 0; word < CLR_WIDE_WORDS; word++) {
            words[word] = ~words[word] + carry;
            carry &= words[word] == 0;
        }
    }
    return clr_wide_round(words) | minus;
}

/* An element as a double; false: it may be none. 2^53 may be 2^53 + 1, rounded. */
CLR_FN bool clr_as_double(const clr_key key, double *x)
{
    const clr_key bits = clr_bits_of(key);

    *x = CLR_RANK_AS_DOUBLE(bits);
#if CLR_RANK_TURNED
    return true;
#else
    return fabs(*x) < 9007199254740992.0; /* 2^53 */
#endif
}

/* The value's bits: of doubles of the device's where these are certain to round as the exact value
 * does, which most do. A mean of two is a sum, rounded once, and its half: of f32 the sum of two in
 * f64 rounds to f32 as if it were exact (Figueroa, "When is double rounding innocuous?", 1995). Other
 * values are estimated, with a bound of the error; the estimate stands if both ends round alike. */
CLR_FN ulong clr_between(const clr_key a, const clr_key b, const double part)
{
    double x, y;
    const bool is_double = clr_as_double(a, &x);

    if (clr_as_double(b, &y) && is_double) {
        const double sum = x + y;

        if (part == 0.0 || a == b)
            return CLR_RANK_ROUND(x);
        if (part == 0.5 && isfinite(sum))
            return CLR_RANK_ROUND(sum * 0.5);
#if CLR_RANK_RESULT_PRECISION == 24
        {
            const double far   = fabs(x) + fabs(y);
            const double value = fma(part, y - x, x);
            const double error = far * 0x1p-50;
            const ulong  bits  = CLR_RANK_ROUND(value + error);

            if (isfinite(far) && bits == CLR_RANK_ROUND(value - error))
                return bits;
        }
#endif
    }
    return clr_exactly_between(a, b, part);
}
