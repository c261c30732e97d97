/*
 * height_double - a double's height, by which a run's span of exponents is found
 * (cl/exact/range.cl): its magnitude as an integer, the exponent's bits on top, so that the larger
 * number has the larger integer. In a group it is the upper half of the bits, whose last bit is 1
 * if any lower bit is, so that only 0 has height 0. A lone item's vectors of 64 bits cost no more,
 * and it takes the whole.
 */
#if CLR_GROUP_SIZE == 1
typedef CLR_WIDE(ulong) CLR_AT(height);

CLR_FN CLR_AT(height) CLR_AT(height_of)(const CLR_WIDE(double) x)
{
    return CLR_DOUBLE_MAGNITUDE(CLR_WIDE(as_ulong)(x));
}
#else
typedef CLR_WIDE(uint) CLR_AT(height);

CLR_FN CLR_AT(height) CLR_AT(height_of)(const CLR_WIDE(double) x)
{
    const CLR_WIDE(ulong) bits = CLR_WIDE(as_ulong)(x);
    const CLR_WIDE(uint) low   = CLR_WIDE(convert_uint)(bits & CLR_DOUBLE_LOW);
    const CLR_WIDE(uint) high  = CLR_WIDE(convert_uint)(bits >> CLR_DOUBLE_LOW_BITS);
    const CLR_WIDE(uint) one   = (CLR_WIDE(uint))(1);

    return CLR_DOUBLE_MAGNITUDE_HIGH(high) | min(low, one);
}
#endif
