/*
 * bins - an exact sum in fixed point (Kulisch): CLR_DIGITS digits of 32 bits in local memory,
 * shared by a group's items, and beside them columns, copies or rows for frequent additions
 * (cl/exact/columns.cl, copies.cl, lone_rows.cl). Digit j counts 2^(32 j - CLR_DEPTH); its value is
 * low + 2^32 high. Items add to low by 32-bit atomics and add the carry to the same digit's high,
 * so that no item waits for another's carry. An addition changes high by at most 1, so there is
 * room for 2^31; src/choose/geometry.c keeps a group below 2^30. src/state/layout.c mirrors the
 * struct.
 */
#ifdef CLR_NARROW
#if CLR_TURNS
/* Binades of a lone item's row, and how many numbers a row takes before a digit of 64 bits, one of
 * them its sign, could overflow: 2^15 of 48 bits, or 2^27 with 36 bits a digit, as many as a
 * double's 53, shifted by up to 15, have above the lowest 32. */
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
    ulong rows[CLR_ROWS_SIZE]; /* a lone item's (cl/exact/lone_rows.cl) */
#endif
    uint low[CLR_DIGITS];
    int high[CLR_DIGITS];
#if CLR_COPIES
    CLR_OF(copies) copies;
#endif
    uint failed[3]; /* votes of cl/bins/vote.cl, in three boxes */
    uint is_settled; /* the digits are a magnitude now, limbs low[begin] to low[end - 1] */
    int begin;
    int end;
    uint is_negative;
    uint are_used; /* a digit, column, copy or row is not 0 */
#if CLR_TURNS
    uint are_rows_open;
    uint room; /* how many numbers more the rows can take */
#endif
#if CLR_GROUP_SIZE > 1
    uint greatest[CLR_MARKS]; /* the items' largest exponents (cl/exact/levels.cl) ... */
    uint noted[CLR_MARKS];    /* ... in several words, as atomics on one word serialise */
#endif
} __attribute__((aligned(16))) CLR_OF(bins);

/* Before a group's work. The members from `begin` to `is_negative` are set with `is_settled`,
 * `are_used` by cl/bins/some.cl, and a lone item's rows are cleared when it first needs them. */
CLR_COLD void CLR_OF(clear)(__local CLR_OF(bins) *bins, const uint item, const uint items)
{
#if CLR_GROUP_SIZE > 1
    /* All but the columns, by few wide stores: each kernel of a short sum waits for them. */
    __local uint4 *all = (__local uint4 *)bins;
#if CLR_HAS_COLUMNS
    const uint first = sizeof(CLR_OF(columns)) / sizeof(uint4);
#else
    const uint first = 0;
#endif

#pragma unroll 1
    for (uint i = first + item; i < sizeof(CLR_OF(bins)) / sizeof(uint4); i += items)
        all[i] = (uint4)(0);
#else
#pragma unroll 1
    for (uint i = item; i < CLR_DIGITS; i += items) {
        bins->low[i]  = 0;
        bins->high[i] = 0;
    }
    if (item == 0) {
        bins->failed[0]  = 0;
        bins->is_settled = 0;
    }
#endif
#if CLR_HAS_COLUMNS
    CLR_OF(clear_columns)(&bins->columns, item, items);
#elif CLR_TURNS
    bins->are_rows_open = 0;
    bins->room          = 0;
#endif
}

/* Adds a carry out of a digit's low half. */
CLR_FN void CLR_OF(add_to_high)(__local CLR_OF(bins) *bins, const uint j, const int x)
{
#if CLR_GROUP_SIZE == 1
    bins->high[j] += x;
#else
    atomic_add(&bins->high[j], x);
#endif
}

/* Adds x or -x to digit j: low modulo 2^32, the carry or borrow to high. A subtraction borrows if
 * low was less than x. An item alone needs no atomics. */
CLR_FN void CLR_OF(add_to_digit)(__local CLR_OF(bins) *bins, const uint j, const uint x,
                                 const bool negative)
{
    const uint sign = negative ? ~0u : 0u;
    const uint term = (x ^ sign) - sign;
#if CLR_GROUP_SIZE == 1
    const uint before = bins->low[j];

    bins->low[j] = before + term;
#else
    const uint before = atomic_add(&bins->low[j], term);
#endif
    if ((before ^ sign) > ~x)
        CLR_OF(add_to_high)(bins, j, negative ? -1 : 1);
}

/* Adds m 2^(place - CLR_DEPTH), negated if `negative`: m spans at most three digits. The loop is
 * not unrolled: it runs seldom, and its instructions would have to be fetched, too. */
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

/* Writes the digits as one number in two's complement, carries added up. */
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

#define CLR_WORDS_AHEAD 8 /* loads in flight */
#define CLR_WORD_LOTS   ((CLR_DIGITS + CLR_WORDS_AHEAD - 1) / CLR_WORDS_AHEAD)

/* Adds an item's saved digits to the bins, of a partial of its own while other items of the group
 * add theirs: each begins at another word, as atomics on one digit serialise. Volatile, as other
 * groups of the launch may have written the words (cl/finish/ticket.cl). */
CLR_COLD void CLR_OF(restore_bins)(__local CLR_OF(bins) *bins, volatile __global const uint *words)
{
#pragma unroll 1
    for (uint lot = 0; lot < CLR_WORD_LOTS; lot++) {
        const uint first = (CLR_ITEM + lot) % CLR_WORD_LOTS * CLR_WORDS_AHEAD;
        uint ahead[CLR_WORDS_AHEAD];

#pragma unroll
        for (uint k = 0; k < CLR_WORDS_AHEAD; k++) {
            ahead[k] = first + k < CLR_DIGITS ? words[first + k] : 0;
        }
#pragma unroll
        for (uint k = 0; k < CLR_WORDS_AHEAD; k++) {
            if (ahead[k])
                CLR_OF(add_to_digit)(bins, first + k, ahead[k], false);
        }
    }
    if (words[CLR_DIGITS - 1] >> 31)
        CLR_OF(add_to_high)(bins, CLR_DIGITS - 1, -1);
}
#endif
