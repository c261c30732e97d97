/*
 * copies - a group's bins several times over, for what is wider than floats: an item adds to one of
 * CLR_COPIES, and item 0 to the bins themselves. Items of like exponents add to the same digit, and
 * a device serves those one after the other; neighbours' copies lie in different banks. In the end
 * the copies are added up. An item alone has none.
 */
/*
 * needs narrow:    CLR_OF(bins) CLR_COPIES
 * may use:         CLR_DIGITS
 * provides narrow: CLR_OF(failed_share) CLR_OF(gather)
 */
#ifdef CLR_NARROW
/* Of a group's items one in so many must fail, not to try the terms: about one of a sub-group, for
 * which the others wait. */
enum { CLR_OF(failed_share) = 32 };

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
