/* to_rows - set_aside() of a lone item: adds a run that does not fit the terms to the item's rows
 * beside the bins (cl/exact/lone_rows.cl). Infinities and NaNs are noted in `seen`. Rows and digits
 * are computed for all lanes at once, then added number by number. */
#if CLR_TURNS
/* For each number of a run its row, and its digits side by side. */
typedef struct CLR_RUN_AT(shares) {
    union {
        CLR_AT(field) lanes[CLR_LENGTH];
        CLR_OF(field) each[CLR_LENGTH * CLR_WIDTH];
    } at;
    union {
        CLR_WIDE(ulong) lanes[CLR_LENGTH * CLR_ROW_DIGITS];
        ulong each[CLR_LENGTH * CLR_WIDTH * CLR_ROW_DIGITS];
    } digit;
} CLR_RUN_AT(shares);

/* Computes the rows and digits of vector l. Digits of a number are woven to be neighbours, as they
 * are in its row: so one wide addition takes them all (four digits that lie apart took dot of f64
 * 16 ms for 8.2: docs/history/2026-11-24-cpu-levels.md). */
CLR_FN void CLR_RUN_AT(share_out)(CLR_RUN_AT(shares) *shares, const uint l,
                                  const CLR_AT(digits) digits)
{
    const CLR_WIDE(ulong) sign = digits.sign;

    shares->at.lanes[l] = digits.place / CLR_LONE_BINADES * CLR_ROW_SIZE;
#if CLR_ROW_DIGITS == 1
    shares->digit.lanes[l] = (digits.m ^ sign) - sign;
#else
    const CLR_WIDE(ulong) low    = (CLR_WIDE(ulong))(0xffffffffUL);
    const CLR_WIDE(ulong) shift  = digits.place % CLR_LONE_BINADES;
    const CLR_WIDE(ulong) first  = (((digits.m << shift) & low) ^ sign) - sign;
    const CLR_WIDE(ulong) beyond = digits.m >> (32 - shift);
#if CLR_ROW_DIGITS == 2
    const CLR_AT(woven) woven = CLR_AT(weave)(first, (beyond ^ sign) - sign);

    shares->digit.lanes[2 * l]     = woven.first;
    shares->digit.lanes[2 * l + 1] = woven.second;
#else
    const CLR_WIDE(ulong) second = ((beyond & low) ^ sign) - sign;
    const CLR_WIDE(ulong) third =
        ((((beyond >> 32) | (digits.above << shift)) & low) ^ sign) - sign;
    const CLR_WIDE(ulong) fourth = ((digits.above >> (32 - shift)) ^ sign) - sign;
    const CLR_AT(woven) odd      = CLR_AT(weave)(first, third);
    const CLR_AT(woven) even     = CLR_AT(weave)(second, fourth);
    const CLR_AT(woven) front    = CLR_AT(weave)(odd.first, even.first);
    const CLR_AT(woven) back     = CLR_AT(weave)(odd.second, even.second);

    shares->digit.lanes[4 * l]     = front.first;
    shares->digit.lanes[4 * l + 1] = front.second;
    shares->digit.lanes[4 * l + 2] = back.first;
    shares->digit.lanes[4 * l + 3] = back.second;
#endif
#endif
}

CLR_FN CLR_AT(state) CLR_RUN_AT(set_aside)(__local CLR_OF(bins) *bins, CLR_AT(state) state,
                                           const CLR_AT(lifted) *lifted)
{
    CLR_WIDE(ulong) others = (CLR_WIDE(ulong))(0);
    CLR_RUN_AT(shares) shares;

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        CLR_AT(lifted) rest = lifted[l];

        state.seen |= CLR_AT(sift)(&rest);
        const CLR_AT(digits) digits = CLR_AT(digits_of)(rest);

        CLR_RUN_AT(share_out)(&shares, l, digits);
        others |= digits.m | ~digits.sign; /* -0 has no digits and a sign */
#if CLR_ROW_DIGITS == 4
        others |= digits.above;
#endif
    }
    CLR_OF(open_rows)(bins, CLR_LENGTH * CLR_WIDTH);
#pragma unroll 8
    for (uint k = 0; k < CLR_LENGTH * CLR_WIDTH; k++) {
        __local ulong *row = bins->rows + shares.at.each[k] + k % CLR_TURNS * CLR_ROW_DIGITS;

#pragma unroll
        for (uint digit = 0; digit < CLR_ROW_DIGITS; digit++) {
            row[digit] += shares.digit.each[k * CLR_ROW_DIGITS + digit];
        }
    }
    state.seen |= CLR_SEEN_BINS | (CLR_ACROSS(CLR_OR, others) ? CLR_SEEN_OTHER : 0);
    return state;
}
#endif
