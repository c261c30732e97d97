/*
 * expansion - a few doubles that are added without a loss: it holds doubles that do not overlap, of
 * which those behind are larger, and grows by one for each that is added (Shewchuk, "Adaptive precision
 * floating-point arithmetic", 1997, theorem 10). Rounded to nearest even no two have digits side by
 * side, so that all in front of the largest come to less than 2/3 of its last digit: its sign is that
 * of their sum, which doubles add up to a few units of the last place. Nothing may overflow, and no
 * product be below 2^-968, as its error is a double only then.
 */
/*
 * needs narrow:    CLR_OF(two) CLR_OF(two_sum)
 * provides narrow: CLR_EXPANSION CLR_OF(expansion) CLR_OF(grow) CLR_OF(grow_product)
 *                  CLR_OF(estimate)
 */
#ifdef CLR_NARROW
#define CLR_EXPANSION 26 /* for what cl/lower makes of two sums, less what cl/exact/ratio.cl does */

typedef struct CLR_OF(expansion) {
    double term[CLR_EXPANSION];
    uint terms;
} CLR_OF(expansion);

CLR_FN void CLR_OF(grow)(CLR_OF(expansion) *expansion, const double x)
{
    double carried = x;

    if (x == 0.0)
        return;
#pragma unroll 1
    for (uint i = 0; i < expansion->terms; i++) {
        const CLR_OF(two) two = CLR_OF(two_sum)(carried, expansion->term[i]);

        expansion->term[i] = two.error;
        carried = two.sum;
    }
    expansion->term[expansion->terms++] = carried;
}

CLR_FN void CLR_OF(grow_product)(CLR_OF(expansion) *expansion, const double x, const double y)
{
    const double product = x * y;

    CLR_OF(grow)(expansion, fma(x, y, -product));
    CLR_OF(grow)(expansion, product);
}

/* Off by 2^-50 of it at most; 0, above or below it if the sum is. */
CLR_FN double CLR_OF(estimate)(const CLR_OF(expansion) *expansion)
{
    double sum = 0.0;

#pragma unroll 1
    for (uint i = 0; i < expansion->terms; i++) {
        sum += expansion->term[i];
    }
    return sum;
}
#endif
