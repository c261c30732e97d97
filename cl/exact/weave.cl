/* weave - interleaves the lanes of two vectors, by which cl/exact/to_rows.cl brings the digits of
 * each number together. */
#if CLR_TURNS
typedef struct CLR_AT(woven) {
    CLR_WIDE(ulong) first;
    CLR_WIDE(ulong) second;
} CLR_AT(woven);

CLR_FN CLR_AT(woven) CLR_AT(weave)(const CLR_WIDE(ulong) a, const CLR_WIDE(ulong) b)
{
    CLR_AT(woven) woven;

#if CLR_WIDTH > 1
    woven.first.even  = a.lo;
    woven.first.odd   = b.lo;
    woven.second.even = a.hi;
    woven.second.odd  = b.hi;
#else
    woven.first  = a;
    woven.second = b;
#endif
    return woven;
}
#endif
