/*
 * ordered - a float as an unsigned integer, its key, that orders as IEEE 754-2019 minimum and
 * maximum do: -0 below +0, and NaNs beyond everything on the side that wins.
 *
 * Flipping the sign bit of positive numbers and all bits of negative ones makes the bits ascend:
 * negative NaNs, -inf, ..., -0, +0, ..., +inf, positive NaNs. There are CLR_NANS NaNs on either
 * side; adding CLR_KEY_BIAS (that many up for min, down for max) turns the far ones around the
 * end of the range to the near ones. So a NaN wins every comparison, and no element costs a test.
 */
CLR_FN CLR_AT(value) CLR_AT(read)(__global const CLR_STORED *at)
{
    const CLR_AT(value) bits     = *(__global const CLR_AT(value) *)at;
    const CLR_AT(value) sign     = (CLR_AT(value))(CLR_SIGN);
    const CLR_AT(value) negative = (CLR_AT(value))(0) - (bits >> (CLR_AT(value))(CLR_BITS - 1));

    return (CLR_AT(value))((bits ^ (negative | sign)) + (CLR_AT(value))(CLR_KEY_BIAS));
}

#if CLR_WIDTH == 1
CLR_FN CLR_STORED clr_unordered(CLR_STORED key)
{
    const CLR_STORED bits = (CLR_STORED)(key - CLR_KEY_BIAS);

    if ((CLR_STORED)(bits + CLR_NANS) < (CLR_STORED)(2 * CLR_NANS))
        return CLR_NAN;
    return (bits & CLR_SIGN) ? (CLR_STORED)(bits ^ CLR_SIGN) : (CLR_STORED)~bits;
}
#endif
