/*
 * format - the constants of exact sums: the formats of floats and doubles, and the bounds that
 * follow. No other file in cl/exact spells them. tests/toy runs the same texts on small formats for
 * every input; the statements about slack were observed there.
 */
#ifndef CLR_DOUBLE_DIGITS /* a host that compiles these texts may define formats of its own */
#define CLR_FLOAT_DIGITS         24 /* with the hidden digit */
#define CLR_FLOAT_EXPONENT_BITS  8
#define CLR_DOUBLE_DIGITS        53
#define CLR_DOUBLE_EXPONENT_BITS 11
#define CLR_DOUBLE_LOW_BITS      32 /* of the lower of its two words */
#define CLR_MOST_LOG2            8  /* most elements of a run: 16 vectors ... */
#define CLR_MOST_LANES_LOG2      4  /* ... of 16 lanes */
#define CLR_ROW_LOG2             4  /* binades of a row of columns */
#define CLR_ALLOWANCE            1.0001f
#endif

/* ---- formats: bits, from the top the sign, the exponent and the fraction ---- */

#define CLR_FLOAT_WORD          uint
#define CLR_FLOAT_AS_WORD       as_uint
#define CLR_FLOAT_SIGNED_WORD   int
#define CLR_FLOAT_TO_SIGNED_WORD convert_int
#define CLR_FLOAT_FRACTION_BITS (CLR_FLOAT_DIGITS - 1)
#define CLR_FLOAT_BITS          (CLR_FLOAT_DIGITS + CLR_FLOAT_EXPONENT_BITS)
#define CLR_FLOAT_HIDDEN        (1u << CLR_FLOAT_FRACTION_BITS)
#define CLR_FLOAT_FRACTION      (CLR_FLOAT_HIDDEN - 1)
#define CLR_FLOAT_EXPONENTS     ((1 << CLR_FLOAT_EXPONENT_BITS) - 1) /* the last is not finite */
#define CLR_FLOAT_INFINITY      ((uint)CLR_FLOAT_EXPONENTS << CLR_FLOAT_FRACTION_BITS)
#define CLR_FLOAT_SIGN          (1u << (CLR_FLOAT_BITS - 1))
#define CLR_FLOAT_BIAS          ((1 << (CLR_FLOAT_EXPONENT_BITS - 1)) - 1)
#define CLR_FLOAT_DEPTH         (CLR_FLOAT_BIAS + CLR_FLOAT_DIGITS - 2) /* smallest: 2^-149 */

#define CLR_DOUBLE_WORD          ulong
#define CLR_DOUBLE_AS_WORD       as_ulong
#define CLR_DOUBLE_SIGNED_WORD   long
#define CLR_DOUBLE_TO_SIGNED_WORD convert_long
#define CLR_DOUBLE_FRACTION_BITS (CLR_DOUBLE_DIGITS - 1)
#define CLR_DOUBLE_BITS          (CLR_DOUBLE_DIGITS + CLR_DOUBLE_EXPONENT_BITS)
#define CLR_DOUBLE_HIDDEN        (1UL << CLR_DOUBLE_FRACTION_BITS)
#define CLR_DOUBLE_FRACTION      (CLR_DOUBLE_HIDDEN - 1)
#define CLR_DOUBLE_EXPONENTS     ((1 << CLR_DOUBLE_EXPONENT_BITS) - 1)
#define CLR_DOUBLE_INFINITY      ((ulong)CLR_DOUBLE_EXPONENTS << CLR_DOUBLE_FRACTION_BITS)
#define CLR_DOUBLE_SIGN          (1UL << (CLR_DOUBLE_BITS - 1))
#define CLR_DOUBLE_LOW           ((1UL << CLR_DOUBLE_LOW_BITS) - 1)
#define CLR_DOUBLE_BIAS          ((1 << (CLR_DOUBLE_EXPONENT_BITS - 1)) - 1)
#define CLR_DOUBLE_DEPTH         (CLR_DOUBLE_BIAS + CLR_DOUBLE_DIGITS - 2) /* 2^-1074 */

/* A number's bits without the sign, at the top of a word, where magnitudes compare as numbers. */
#define CLR_FLOAT_MAGNITUDE(bits)  ((bits) << (33 - CLR_FLOAT_BITS))
#define CLR_DOUBLE_MAGNITUDE(bits) ((bits) << (65 - CLR_DOUBLE_BITS))
#define CLR_DOUBLE_MAGNITUDE_HIGH(high) ((high) << (33 + CLR_DOUBLE_LOW_BITS - CLR_DOUBLE_BITS))

#define CLR_FAR (1 << 20) /* more binades than any bound */

/* ---- bounds: for s, l, N and reach see the pieces that use them ---- */

/*
 * CLR_ALLOWANCE: a sum of N magnitudes is at most (1 + 2^-24)^(N - 1) times the sum as rounded N -
 * 1 times, for N = 2^8 less than 1.00002 times; the multiplication by it rounds no number below a
 * power of two that it has reached. Slack: 6 times the excess over 1, which makes one sum in 10^4
 * count as one binade larger than it is. 1.00002 would do; 1 does not.
 */

/* Of floats digits from 2^l down to 2^(s - 23) are l - s + 24: 29. No slack. Of bf16, 45. */
#define CLR_WINDOW (CLR_DOUBLE_DIGITS - CLR_VALUE_DIGITS)

/*
 * Errors of less than 16 2^(l - 53) in all are multiples of 2^(s - 23): they have
 * l - s - 53 + 4 + 23 digits, which may be 53: 79. No slack with 16 lanes, as 15 errors may be that
 * large; a bit for each time that there are half as many.
 */
#define CLR_WINDOW_OF_LANES                                                                        \
    (2 * CLR_DOUBLE_DIGITS - CLR_FLOAT_DIGITS - CLR_MOST_LANES_LOG2 + 1)

/*
 * N^2 2^(l - 53) are at most 2^53 of 2^(l - reach): reach + 2 log2(N) is at most 106. Slack: with 4
 * elements one bit, as the first sums are smaller than N 2^(l + 1); two bits more fail.
 */
#define CLR_REACH_OF_ADDEND (2 * CLR_DOUBLE_DIGITS)

/*
 * Errors of N 2^(top - 52) in all are at most 2^53 of 2^(top - reach): reach + log2(N) is at most
 * 105. No slack.
 */
#define CLR_REACH_OF_ANCHORED (2 * CLR_DOUBLE_DIGITS - 1)

/*
 * 2 N times N^2 2^(l - 106) are at most 2^53 of 2^(l - reach): reach + 3 log2(N) is at most 158.
 * Slack: with 2 products three bits were seen to do no harm; four more fail.
 */
#define CLR_REACH_OF_ADDENDS (3 * CLR_DOUBLE_DIGITS - 1)

/*
 * A product's last digit is that of its factors: with exponents x and y, as they stand in the
 * format, 2^(x - 1075 + y - 1075), and at least 2^-1074 if x + y is at least 1076. No slack: an odd
 * product below that loses its last digit, and so may what TwoProduct finds lost.
 */
#define CLR_LEAST_OF_PRODUCTS (CLR_DOUBLE_BIAS + CLR_DOUBLE_DIGITS)

/* Rows of a column, and binades of one: a float is less than 2^(24 + 15) of its row's units. */
#define CLR_ROW_BINADES (1 << CLR_ROW_LOG2)
#define CLR_ROWS_OF_ALL (1 << (CLR_FLOAT_EXPONENT_BITS - CLR_ROW_LOG2))
