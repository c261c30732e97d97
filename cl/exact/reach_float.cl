/*
 * reach_float - the exponents that a run of floats spans, which tells whether sums of them are
 * exact. Zeros do not count. The sum of magnitudes bounds all partial sums: rounding 2^8 additions
 * loses less than 2^-16 of it, which is added again.
 */
typedef struct CLR_AT(reach) {
    CLR_WIDE(float) sum;
    CLR_WIDE(uint) smallest; /* magnitude, its exponent on top */
} CLR_AT(reach);

CLR_FN CLR_AT(reach) CLR_AT(no_reach)(void)
{
    CLR_AT(reach) reach;

    reach.sum      = (CLR_WIDE(float))(0.0f);
    reach.smallest = (CLR_WIDE(uint))(~0u);
    return reach;
}

CLR_FN CLR_AT(reach) CLR_AT(extend)(CLR_AT(reach) reach, const CLR_WIDE(float) x)
{
    reach.sum += fabs(x);
    /* 0 becomes the largest */
    reach.smallest = min(reach.smallest, CLR_FLOAT_MAGNITUDE(CLR_WIDE(as_uint)(x)) - 1);
    return reach;
}

#if CLR_GROUP_SIZE == 1 && CLR_WIDTH > 1
/* As the next two functions, lane by lane. */
CLR_FN CLR_WIDE(int) CLR_AT(least_exponents)(const CLR_AT(reach) reach)
{
    return CLR_WIDE(convert_int)(reach.smallest >> (32 - CLR_FLOAT_EXPONENT_BITS));
}

CLR_FN CLR_WIDE(int) CLR_AT(greatest_exponents)(const CLR_AT(reach) reach)
{
    return CLR_WIDE(as_int)(reach.sum * CLR_ALLOWANCE) >> CLR_FLOAT_FRACTION_BITS;
}
#endif

/* The smallest number's biased exponent, or one less. */
CLR_FN int CLR_AT(least_exponent)(const CLR_AT(reach) reach)
{
    const CLR_WIDE(uint) smallest = reach.smallest;

    return (int)(CLR_ACROSS(min, smallest) >> (32 - CLR_FLOAT_EXPONENT_BITS));
}

/* The sum's biased exponent. */
CLR_FN int CLR_AT(greatest_exponent)(const CLR_AT(reach) reach)
{
    const CLR_WIDE(float) lanes = reach.sum;
    const float sum             = CLR_ACROSS(CLR_PLUS, lanes) * CLR_ALLOWANCE;

    return (int)(as_uint(sum) >> CLR_FLOAT_FRACTION_BITS) & CLR_FLOAT_EXPONENTS;
}

/* Binades from the smallest number to the sum, or one more; CLR_FAR unless it is finite. */
CLR_FN int CLR_AT(span_of)(const CLR_AT(reach) reach)
{
    const int greatest = CLR_AT(greatest_exponent)(reach);

    return greatest < CLR_FLOAT_EXPONENTS ? greatest - CLR_AT(least_exponent)(reach) : CLR_FAR;
}
