/*
 * range - the exponents that a run of doubles, or of factors, spans: by its largest height and its
 * smallest (cl/exact/height_double.cl, height_float.cl), which tell whether sums of the numbers are
 * exact. Zeros do not count. Of floats' products it is a closer bound than sums of magnitudes are
 * (cl/exact/extent_product.cl).
 */
typedef struct CLR_AT(reach) {
    CLR_AT(height) largest;
    CLR_AT(height) smallest;
} CLR_AT(reach);

CLR_FN CLR_AT(reach) CLR_AT(no_reach)(void)
{
    CLR_AT(reach) reach;

    reach.largest  = (CLR_AT(height))(0);
    reach.smallest = ~reach.largest;
    return reach;
}

CLR_FN CLR_AT(reach) CLR_AT(extend)(CLR_AT(reach) reach, const CLR_AT(value) x)
{
    const CLR_AT(height) height = CLR_AT(height_of)(x);

    reach.largest  = max(reach.largest, height);
    reach.smallest = min(reach.smallest, height - 1); /* 0 becomes the largest */
    return reach;
}

/* The biased exponent of the largest number. */
CLR_FN int CLR_AT(greatest_exponent)(const CLR_AT(reach) reach)
{
    const CLR_AT(height) largest = reach.largest;

    return (int)(CLR_ACROSS(max, largest) >> CLR_BELOW_EXPONENT);
}
