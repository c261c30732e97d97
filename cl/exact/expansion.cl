/*
 * expansion - an exact sum of a few doubles, by which variances, roots and means of short results
 * are found without loss (cl/exact/ratio.cl). It holds doubles that do not overlap, in ascending
 * order, and grows by one for each double added (Shewchuk, "Adaptive precision floating-point
 * arithmetic", 1997, theorem 10). Rounded to nearest even no two have adjacent digits, so that all
 * below the largest come to less than 2/3 of its last digit: the largest has the sum's sign, and
 * adding them up as doubles errs by a few units in the last place. Nothing may overflow, and no
 * product be below 2^-968, as its error is a double only then: is_within() and has_quotients() ask
 * before.
 */
#ifdef CLR_NARROW
/* As in cl/exact/quick.cl. */
typedef struct CLR_OF(terms) {
    double term[2];
} CLR_OF(terms);

CLR_FN bool CLR_OF(is_finite)(const double x)
{
    return CLR_DOUBLE_MAGNITUDE(as_ulong(x)) < CLR_DOUBLE_MAGNITUDE(CLR_DOUBLE_INFINITY);
}

/* Whether fma() finds the error of a double's square, and of multiples of it: true for sums of
 * floats, and of their products. */
CLR_FN bool CLR_OF(is_within)(const double x)
{
    return x == 0.0 || (fabs(x) >= 0x1p-480 && fabs(x) <= 0x1p500);
}

/* Whether fma() finds what a quotient of a double by a count of elements leaves (cl/exact/mean.cl). */
CLR_FN bool CLR_OF(has_quotients)(const double x)
{
    return x == 0.0 || (fabs(x) >= 0x1p-900 && fabs(x) <= 0x1p1000);
}

/* Most doubles added: 12 by cl/lower/pair_spread.cl, 24 by cl/exact/ratio.cl. Lanes lower states
 * that are not certain, too, and throw the results away: infinities and NaNs, which never become 0,
 * fill the array, but not more. */
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

/* Two doubles within 2^-100 of the sum; the first is 0, above or below 0 as the sum is. */
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
