/*
 * expansion - a few doubles that are added without a loss: it holds doubles that do not overlap, of
 * which those behind are larger, and grows by one for each that is added (Shewchuk, "Adaptive
 * precision floating-point arithmetic", 1997, theorem 10). Rounded to nearest even no two have
 * digits side by side, so that all in front of the largest come to less than 2/3 of its last digit:
 * its sign is that of their sum, which doubles add up to a few units of the last place. Nothing may
 * overflow, and no product be below 2^-968, as its error is a double only then.
 */
#ifdef CLR_NARROW
/* As cl/exact/quick.cl takes them. */
typedef struct CLR_OF(terms) {
    double term[2];
} CLR_OF(terms);

CLR_FN bool CLR_OF(is_finite)(const double x)
{
    return CLR_DOUBLE_MAGNITUDE(as_ulong(x)) < CLR_DOUBLE_MAGNITUDE(CLR_DOUBLE_INFINITY);
}

/* Whether a double's square, and multiples of it, lose nothing that fma() does not find: that is
 * so of sums of floats, and of their products. */
CLR_FN bool CLR_OF(is_within)(const double x)
{
    return x == 0.0 || (fabs(x) >= 0x1p-480 && fabs(x) <= 0x1p500);
}

/* As many as are added at most: 12 by cl/lower/pair_spread.cl, and 24 by cl/exact/ratio.cl. What
 * is not finite fills it, which is of sums that are not sure, and lanes lower those, too. */
#define CLR_EXPANSION 36

typedef struct CLR_OF(expansion) {
    double term[CLR_EXPANSION];
    ulong terms;
} CLR_OF(expansion);

CLR_FN void CLR_OF(grow)(CLR_OF(expansion) *expansion, const double x)
{
    double carried = x;

    if (x == 0.0)
        return;
#pragma unroll 1
    for (ulong i = 0; i < expansion->terms; i++) {
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

/* Two doubles that are off by 2^-100 of it at most; the first is 0, above or below it if the sum
 * is. */
CLR_FN CLR_OF(two) CLR_OF(head)(const CLR_OF(expansion) *expansion)
{
    CLR_OF(two) head = {0.0, 0.0};

#pragma unroll 1
    for (ulong i = 0; i < expansion->terms; i++) {
        const CLR_OF(two) two = CLR_OF(two_sum)(expansion->term[i], head.sum);

        head.sum = two.sum;
        head.error += two.error;
    }
    return head;
}
#endif
