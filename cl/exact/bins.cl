/*
 * bins - a number so wide that nothing is lost: CLR_DIGITS digits of 32 bits in local memory, of
 * which the items of a group have one between them, or some copies (cl/exact/copies.cl). Digit j
 * counts 2^(32 j - CLR_DEPTH). Its value is low + 2^32 high: items add to low by atomics of 32 bits
 * and carry what overflows to high of the same digit, so that no item waits for another's carry,
 * and any device will do. An addition changes high by 1 at most, so that there is room for 2^31 of
 * them; src/choose/geometry.c sees to it that a group makes no more than 2^30. The struct is known to
 * src/state/layout.c, too.
 */
/*
 * needs narrow:    CLR_TURNS CLR_DIGITS CLR_HAS_COLUMNS CLR_COPIES CLR_GROUP_SIZE
 * may use:         CLR_ROW_DIGITS CLR_OF(columns) CLR_MARKS CLR_OF(clear_columns) CLR_ITEM
 * provides narrow: CLR_OF(bins) CLR_OF(clear) CLR_OF(place_in) CLR_OF(add_to_high)
 *                  CLR_OF(add_to_digit) CLR_OF(drop) CLR_OF(save_bins) CLR_WORDS_AHEAD
 *                  CLR_OF(restore_bins)
 * may provide:     CLR_LONE_BINADES CLR_ROW_ROOM CLR_ROW_SIZE CLR_ROWS_SIZE
 */
#ifdef CLR_NARROW
#if CLR_TURNS
#if CLR_ROW_DIGITS == 1
#define CLR_LONE_BINADES 1
#define CLR_ROW_ROOM (1u << 15)
#else
#define CLR_LONE_BINADES 16
#define CLR_ROW_ROOM (1u << 27)
#endif
#define CLR_ROW_SIZE  (CLR_TURNS * CLR_ROW_DIGITS)
#define CLR_ROWS_SIZE (32 / CLR_LONE_BINADES * CLR_DIGITS * CLR_ROW_SIZE)
#endif

typedef struct CLR_OF(bins) {
#if CLR_HAS_COLUMNS
    CLR_OF(columns) columns;
#elif CLR_TURNS
    ulong rows[CLR_ROWS_SIZE]; /* an item's alone (cl/exact/copies.cl) */
#endif
    uint low[CLR_DIGITS * (1 + CLR_COPIES)]; /* behind the digits a digit's copies side by side */
    int high[CLR_DIGITS * (1 + CLR_COPIES)];
    uint failed[3]; /* votes of cl/bins/vote.cl, in three boxes */
    uint is_settled; /* they are a magnitude now, with the limbs low[begin] to low[end - 1] */
    int begin;
    int end;
    uint is_negative;
    uint are_used; /* is anything there, or beside them? */
#if CLR_TURNS
    uint are_rows_open;
    uint room; /* in the rows, for so many numbers more */
#endif
#if CLR_GROUP_SIZE > 1
    uint greatest[CLR_MARKS]; /* what items have noted of their states (cl/exact/levels.cl), ... */
    uint noted[CLR_MARKS];    /* ... in several places, as atomics of one wait for each other */
#endif
} CLR_OF(bins);

CLR_COLD void CLR_OF(clear)(__local CLR_OF(bins) *bins, const uint item, const uint items)
{
#pragma unroll 1
    for (uint i = item; i < CLR_DIGITS * (1 + CLR_COPIES); i += items) {
        bins->low[i]  = 0;
        bins->high[i] = 0;
    }
    if (item == 0) {
        bins->failed[0]  = 0;
        bins->is_settled = 0;
    }
#if CLR_GROUP_SIZE > 1
#pragma unroll 1
    for (uint i = item; i < CLR_MARKS; i += items) {
        bins->greatest[i] = 0;
        bins->noted[i]    = 0;
    }
#endif
#if CLR_HAS_COLUMNS
    CLR_OF(clear_columns)(&bins->columns, item, items);
#elif CLR_TURNS
    bins->are_rows_open = 0;
    bins->room          = 0;
#endif
}

/* Where an item adds to digit j: to its copy, but item 0, which speaks for the group in the end. */
CLR_FN uint CLR_OF(place_in)(const uint j)
{
#if CLR_COPIES
    return CLR_ITEM == 0 ? j : CLR_DIGITS + j * CLR_COPIES + CLR_ITEM % CLR_COPIES;
#else
    return j;
#endif
}

/* What overflows from a digit's lower half. */
CLR_FN void CLR_OF(add_to_high)(__local CLR_OF(bins) *bins, const uint j, const int x)
{
#if CLR_GROUP_SIZE == 1
    bins->high[j] += x;
#else
    atomic_add(&bins->high[CLR_OF(place_in)(j)], x);
#endif
}

/*
 * x, or -x, to digit j: low takes it modulo 2^32, high what is beyond, which is 1 or nothing: of a
 * subtraction there is a borrow if low was less than x, which is if its complement was more than
 * that of x. An item alone needs no atomics.
 */
CLR_FN void CLR_OF(add_to_digit)(__local CLR_OF(bins) *bins, const uint j, const uint x,
                                 const bool negative)
{
    const uint sign = negative ? ~0u : 0u;
    const uint term = (x ^ sign) - sign;
#if CLR_GROUP_SIZE == 1
    const uint before = bins->low[j];

    bins->low[j] = before + term;
#else
    const uint before = atomic_add(&bins->low[CLR_OF(place_in)(j)], term);
#endif
    if ((before ^ sign) > ~x)
        CLR_OF(add_to_high)(bins, j, negative ? -1 : 1);
}

/*
 * m 2^(place - CLR_DEPTH), or the same negative: three digits' shares of m at most. Loops of what
 * is seldom done are not unrolled: code that is in the way has to be fetched, too.
 */
CLR_COLD void CLR_OF(drop)(__local CLR_OF(bins) *bins, const ulong m, const bool negative,
                         const uint place)
{
    const uint shift = place % 32;
    uint share       = (uint)(m << shift);
    ulong rest       = m >> (32 - shift);

#pragma unroll 1
    for (uint j = place / 32; share | rest; j++) {
        if (share)
            CLR_OF(add_to_digit)(bins, j, share, negative);
        share = (uint)rest;
        rest >>= 32;
    }
}

/* The digits as words in two's complement, one after the other. */
CLR_COLD void CLR_OF(save_bins)(__local CLR_OF(bins) *bins, __global uint *words)
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

CLR_COLD void CLR_OF(restore_bins)(__local CLR_OF(bins) *bins, volatile __global const uint *words)
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
                CLR_OF(add_to_digit)(bins, j + k, ahead[k], false);
        }
    }
    if (words[CLR_DIGITS - 1] >> 31)
        CLR_OF(add_to_high)(bins, CLR_DIGITS - 1, -1);
}
#endif
