/*
 * mean128 - the mean of an int128 sum, as a double: magnitude first, so that one rounding counts.
 */
/*
 * needs narrow:    CLR_OF(number) CLR_IS_SIGNED
 * provides narrow: CLR_OF(mean_double)
 */
#ifdef CLR_NARROW
CLR_FN double CLR_OF(mean_double)(const CLR_OF(number) x, const ulong n)
{
    const bool  negative = CLR_IS_SIGNED && (x.high >> 63) != 0;
    const ulong low      = negative ? 0UL - x.low : x.low;
    const ulong high     = negative ? ~x.high + (x.low == 0 ? 1UL : 0UL) : x.high;
    const double sum     = fma((double)high, 18446744073709551616.0, (double)low);

    return (negative ? -sum : sum) / (double)n;
}
#endif
