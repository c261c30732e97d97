/*
 * key - a float as an unsigned integer that orders as IEEE 754-2019 minimum and maximum do: -0
 * below +0, and NaNs all alike beyond everything, on the side that wins or on the one that loses.
 *
 * Flipping the sign bit of positive numbers and all bits of negative ones makes the bits ascend:
 * negative NaNs, -inf, ..., -0, +0, ..., +inf, positive NaNs. There are CLR_NANS NaNs on either
 * side; adding CLR_KEY_BIAS (that many up or down) turns those at one end of the range around to
 * the other. So a NaN is decided on by the comparison that decides on all, and costs no test.
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
