/*
 * reach_float - the exponents that a run of floats spans, which tell whether sums of the floats in
 * doubles are exact (cl/exact/window.cl): by the sum of magnitudes, which bounds all partial sums,
 * and by the smallest height (the magnitude's bits, cl/exact/height.cl). Zeros have no height and
 * are left out. The sum is itself rounded: a run has 2^8 floats at most (16 loads of 16 lanes),
 * whose additions lose less than 2^-16 of it, and the factor CLR_ALLOWANCE (cl/exact/format.cl)
 * adds more. cl/exact/reach.cl finds the span.
 */
typedef struct CLR_AT(reach) {
    CLR_WIDE(float) sum;
    CLR_AT(height) smallest;
} CLR_AT(reach);

CLR_FN CLR_AT(reach) CLR_AT(no_reach)(void)
{
    CLR_AT(reach) reach;

    reach.sum      = (CLR_WIDE(float))(0.0f);
    reach.smallest = ~(CLR_AT(height))(0);
    return reach;
}

CLR_FN CLR_AT(reach) CLR_AT(extend)(CLR_AT(reach) reach, const CLR_WIDE(float) x)
{
    reach.sum += fabs(x);
    reach.smallest = min(reach.smallest, CLR_AT(height_of)(x) - 1); /* 0 wraps to the largest */
    return reach;
}

#if CLR_GROUP_SIZE == 1 && CLR_WIDTH > 1
/* The least exponent of each lane's elements, and the least exponent of its sum, both biased, for
 * cl/exact/apart.cl. */
CLR_FN CLR_WIDE(int) CLR_AT(least_exponents)(const CLR_AT(reach) reach)
{
    return CLR_WIDE(convert_int)(reach.smallest >> CLR_BELOW_EXPONENT);
}

CLR_FN CLR_WIDE(int) CLR_AT(greatest_exponents)(const CLR_AT(reach) reach)
{
    return CLR_WIDE(as_int)(reach.sum * CLR_ALLOWANCE) >> CLR_FLOAT_FRACTION_BITS;
}
#endif

/* The biased exponent of the sum of magnitudes. */
CLR_FN int CLR_AT(greatest_exponent)(const CLR_AT(reach) reach)
{
    const CLR_WIDE(float) lanes = reach.sum;
    const float sum             = CLR_ACROSS(CLR_PLUS, lanes) * CLR_ALLOWANCE;

    return (int)(as_uint(sum) >> CLR_FLOAT_FRACTION_BITS) & CLR_FLOAT_EXPONENTS;
}
