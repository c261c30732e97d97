/*
 * bins - a number so wide that nothing is lost: CLR_DIGITS digits of 32 bits in local memory, of
 * which the items of a group have one between them. Digit j counts 2^(32 j - CLR_DEPTH). Its value
 * is low + 2^32 high: items add to low by atomics of 32 bits and carry what overflows to high of
 * the same digit, so that no item waits for another's carry, and any device will do. An
 * addition changes high by 2 at most, so that there is room for 2^30 of them; src/geometry.c sees
 * to it that a group makes no more than 2^29.
 */
#ifdef CLR_NARROW
#define CLR_SEEN_NAN      1
#define CLR_SEEN_PLUS     2  /* +inf */
#define CLR_SEEN_MINUS    4  /* -inf */
#define CLR_SEEN_OTHER    8  /* an element that is not -0 */
#define CLR_SEEN_BINS     16 /* something is in the bins */
#define CLR_SEEN_ALL      31 /* what others are told of */
#define CLR_SEEN_ASIDE    32  /* something is in the item's column */
#define CLR_SEEN_FAILED   64  /* the terms could not take the last run that they were tried with */
#define CLR_SEEN_UNTRIED  128 /* they need not be tried */
#define CLR_SEEN_SCATTER  256 /* nor two windows: many items failed when last they were */

typedef struct CLR_OF(bins) {
#if CLR_HAS_COLUMNS
    CLR_OF(columns) columns;
#endif
    uint low[CLR_DIGITS];
    int high[CLR_DIGITS];
    uint failed[3]; /* votes of cl/bins/vote.cl, in three boxes */
    uint is_settled; /* they are a magnitude now, with the limbs low[begin] to low[end - 1] */
    int begin;
    int end;
    uint is_negative;
    uint unused; /* makes the struct a multiple of 8 bytes */
} CLR_OF(bins);

CLR_FN void CLR_OF(clear)(__local CLR_OF(bins) *bins, const uint item, const uint items)
{
#pragma unroll 1
    for (uint j = item; j < CLR_DIGITS; j += items) {
        bins->low[j]  = 0;
        bins->high[j] = 0;
    }
    if (item == 0) {
        bins->failed[0]  = 0;
        bins->is_settled = 0;
    }
#if CLR_HAS_COLUMNS
    CLR_OF(clear_columns)(&bins->columns, item, items);
#endif
}

/*
 * x, of 33 bits and a sign at most, to digit j: low takes it modulo 2^32, high what is beyond. An
 * item that has the bins to itself needs no atomics.
 */
CLR_FN void CLR_OF(add_to_digit)(__local CLR_OF(bins) *bins, const uint j, const long x,
                                 const bool alone)
{
    if (alone || CLR_GROUP_SIZE == 1) {
        const uint before = bins->low[j];

        bins->low[j] = before + (uint)x;
        bins->high[j] += (int)(x >> 32) + (before + (uint)x < before);
    } else {
        const uint before = atomic_add(&bins->low[j], (uint)x);
        const int  above  = (int)(x >> 32) + (before + (uint)x < before);

        if (above)
            atomic_add(&bins->high[j], above);
    }
}

/*
 * m 2^(place - CLR_DEPTH), or the same negative: three digits' shares of m at most. Loops of what
 * is seldom done are not unrolled: code that is in the way has to be fetched, too.
 */
CLR_FN void CLR_OF(drop)(__local CLR_OF(bins) *bins, const ulong m, const bool negative,
                         const uint place, const bool alone)
{
    const uint shift = place % 32;
    ulong share      = (m << shift) & 0xffffffffUL;
    ulong rest       = m >> (32 - shift);

#pragma unroll 1
    for (uint j = place / 32; share | rest; j++) {
        if (share)
            CLR_OF(add_to_digit)(bins, j, negative ? -(long)share : (long)share, alone);
        share = rest & 0xffffffffUL;
        rest >>= 32;
    }
}

/* The digits as words in two's complement, one after the other. */
CLR_FN void CLR_OF(save_bins)(__local CLR_OF(bins) *bins, __global uint *words)
{
    long carry = 0;

#pragma unroll 1
    for (uint j = 0; j < CLR_DIGITS; j++) {
        const long digit = carry + (long)bins->low[j];

        words[j] = (uint)digit;
        carry    = (digit >> 32) + (long)bins->high[j];
    }
}

#define CLR_WORDS_AHEAD 8 /* each alone would be waited for */

CLR_FN void CLR_OF(restore_bins)(__local CLR_OF(bins) *bins, volatile __global const uint *words)
{
#pragma unroll 1
    for (uint j = 0; j < CLR_DIGITS; j += CLR_WORDS_AHEAD) {
        uint ahead[CLR_WORDS_AHEAD];

#pragma unroll
        for (uint k = 0; k < CLR_WORDS_AHEAD; k++) {
            ahead[k] = j + k < CLR_DIGITS ? words[j + k] : 0;
        }
#pragma unroll
        for (uint k = 0; k < CLR_WORDS_AHEAD; k++) {
            if (ahead[k])
                CLR_OF(add_to_digit)(bins, j + k, (long)ahead[k], false);
        }
    }
    if (words[CLR_DIGITS - 1] >> 31)
        CLR_OF(add_to_digit)(bins, CLR_DIGITS - 1, -(1L << 32), false);
}
#endif
