/*
 * key - a float as an unsigned integer in the order of IEEE 754-2019 minimum and maximum: -0 below
 * +0, and NaNs equal, beyond all numbers, at the end that wins or at the end that loses. Flipping
 * the sign bit of positive numbers and all bits of negative ones makes the bits ascend: negative
 * NaNs, -inf, ..., -0, +0, ..., +inf, positive NaNs. There are CLR_NANS NaNs at either end; adding
 * CLR_KEY_BIAS (plus or minus CLR_NANS) rotates those at one end to the other. So NaNs cost no test
 * of their own.
 */
CLR_FN CLR_WIDE(CLR_KEY) CLR_AT(key_of_bits)(const CLR_WIDE(CLR_KEY) bits)
{
    const CLR_WIDE(CLR_KEY) sign     = (CLR_WIDE(CLR_KEY))(CLR_SIGN);
    const CLR_WIDE(CLR_KEY) negative = (CLR_WIDE(CLR_KEY))(0) - (bits >> (CLR_KEY_BITS - 1));

    return (bits ^ (negative | sign)) + (CLR_WIDE(CLR_KEY))(CLR_KEY_BIAS);
}

#ifdef CLR_NARROW
CLR_FN bool CLR_OF(is_nan_key)(const CLR_KEY key)
{
    return key - CLR_KEY_BIAS + CLR_NANS < 2 * CLR_NANS;
}

CLR_FN CLR_KEY CLR_OF(bits_of_key)(const CLR_KEY key)
{
    const CLR_KEY bits = key - CLR_KEY_BIAS;

    if (CLR_OF(is_nan_key)(key))
        return CLR_NAN;
    return (bits & CLR_SIGN) ? bits ^ CLR_SIGN : ~bits;
}
#endif
