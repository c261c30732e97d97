/*
 * copies - a group's bins several times over, for what is wider than floats: an item adds to one of
 * CLR_COPIES, and item 0 to the bins themselves. Items of like exponents add to the same digit, and
 * a device serves those one after the other; neighbours' copies lie in different banks. In the end
 * the copies are added up.
 *
 * An item alone (on a CPU) has digits of 64 bits, which take 2^31 shares of 32 bits before there is a
 * carry: so three additions an element do, without a branch, as nobody can foretell where there would
 * be one. It has them CLR_TURNS times, as an addition must wait for the one before to that digit; the
 * element's last bits say which.
 */
/*
 * needs narrow:    CLR_TURNS
 * may use:         CLR_OF(bins) CLR_WIDE_DIGITS CLR_DIGITS CLR_OF(drop) CLR_COPIES
 * provides narrow: CLR_OF(failed_share) CLR_OF(drop_beside) CLR_OF(gather)
 * may provide:     CLR_OF(add_share)
 */
#ifdef CLR_NARROW
/* Of a group's items one in so many must fail, not to try the terms: about one of a sub-group, for
 * which the others wait. */
enum { CLR_OF(failed_share) = 32 };

#if CLR_TURNS
/* Of m 2^(place - CLR_DEPTH), or the same negative, the share in `digit`. */
CLR_FN void CLR_OF(add_share)(__local ulong *digit, const ulong share, const ulong sign)
{
    *digit += (share ^ sign) - sign;
}

/* Beside the bins, to which it is added in the end. */
CLR_FN void CLR_OF(drop_beside)(__local CLR_OF(bins) *bins, const ulong m, const bool negative,
                                const uint place)
{
    const uint shift      = place % 32;
    const ulong sign      = negative ? ~0UL : 0UL;
    __local ulong *digits = bins->wide + (m & (CLR_TURNS - 1)) * CLR_WIDE_DIGITS + place / 32;

    CLR_OF(add_share)(digits, (uint)(m << shift), sign);
    CLR_OF(add_share)(digits + 1, (uint)(m >> (32 - shift)), sign);
    CLR_OF(add_share)(digits + 2, m >> 32 >> (32 - shift), sign);
}

CLR_COLD void CLR_OF(gather)(__local CLR_OF(bins) *bins, const uint item, const uint items)
{
#pragma unroll 1
    for (uint j = 0; j < CLR_DIGITS; j++) {
        ulong sum = (ulong)(uint)bins->high[j] << 32 | bins->low[j];

        for (uint turn = 0; turn < CLR_TURNS; turn++)
            sum += bins->wide[turn * CLR_WIDE_DIGITS + j];
        bins->low[j]  = (uint)sum;
        bins->high[j] = (int)(sum >> 32);
    }
}
#else
CLR_FN void CLR_OF(drop_beside)(__local CLR_OF(bins) *bins, const ulong m, const bool negative,
                                const uint place)
{
    CLR_OF(drop)(bins, m, negative, place);
}

/* All items of the group must come. */
CLR_FN void CLR_OF(gather)(__local CLR_OF(bins) *bins, const uint item, const uint items)
{
#if CLR_COPIES
    for (uint j = item; j < CLR_DIGITS; j += items) {
        ulong sum = bins->low[j];

        for (uint turn = 0; turn < CLR_COPIES; turn++) {
            const uint copy = CLR_DIGITS + j * CLR_COPIES + (turn + j) % CLR_COPIES; /* all banks */

            sum += bins->low[copy];
            bins->high[j] += bins->high[copy];
        }
        bins->low[j] = (uint)sum;
        bins->high[j] += (int)(sum >> 32);
    }
#endif
}
#endif
#endif
