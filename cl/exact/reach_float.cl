/*
 * reach_float - from which exponent to which the floats of a run reach: by that it is known what
 * sums of them can be without a loss. Zeros do not matter. The sum of magnitudes is a bound for
 * sums of any of them: additions of 2^8 take less than 2^-16 off, which is put on again.
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
    /* of 0 more than any */
    reach.smallest = min(reach.smallest, CLR_FLOAT_MAGNITUDE(CLR_WIDE(as_uint)(x)) - 1);
    return reach;
}

#if CLR_GROUP_SIZE == 1 && CLR_WIDTH > 1
/* What the next two functions tell, lane by lane. */
CLR_FN CLR_WIDE(int) CLR_AT(least_exponents)(const CLR_AT(reach) reach)
{
    return CLR_WIDE(convert_int)(reach.smallest >> (32 - CLR_FLOAT_EXPONENT_BITS));
}

CLR_FN CLR_WIDE(int) CLR_AT(greatest_exponents)(const CLR_AT(reach) reach)
{
    return CLR_WIDE(as_int)(reach.sum * CLR_ALLOWANCE) >> CLR_FLOAT_FRACTION_BITS;
}
#endif

/* The exponent, as it stands in the format, of the smallest number, or one less. */
CLR_FN int CLR_AT(least_exponent)(const CLR_AT(reach) reach)
{
    const CLR_WIDE(uint) smallest = reach.smallest;

    return (int)(CLR_ACROSS(min, smallest) >> (32 - CLR_FLOAT_EXPONENT_BITS));
}

/* That of the sum. */
CLR_FN int CLR_AT(greatest_exponent)(const CLR_AT(reach) reach)
{
    const CLR_WIDE(float) lanes = reach.sum;
    const float sum             = CLR_ACROSS(CLR_PLUS, lanes) * CLR_ALLOWANCE;

    return (int)(as_uint(sum) >> CLR_FLOAT_FRACTION_BITS) & CLR_FLOAT_EXPONENTS;
}

/* Binades from the smallest number to the sum, or one more; very many if that is not finite. */
CLR_FN int CLR_AT(span_of)(const CLR_AT(reach) reach)
{
    const int greatest = CLR_AT(greatest_exponent)(reach);

    return greatest < CLR_FLOAT_EXPONENTS ? greatest - CLR_AT(least_exponent)(reach) : CLR_FAR;
}
