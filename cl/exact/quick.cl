/*
 * quick - two terms and nothing else are a sum that the device rounds itself: what it adds in
 * doubles is rounded correctly. Floats are rounded from a double that is odd where it is not exact,
 * so that no tie is made up (Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums:
 * proved algorithms using rounding to odd", 2008).
 */
#ifdef CLR_NARROW
CLR_FN ulong CLR_OF(double_bits)(const CLR_OF(terms) sum)
{
    return as_ulong(sum.term[0] + sum.term[1]);
}

CLR_FN uint CLR_OF(float_bits)(const CLR_OF(terms) sum)
{
    const CLR_OF(two) two   = CLR_OF(two_sum)(sum.term[0], sum.term[1]);
    const ulong       bits  = as_ulong(two.sum);
    const bool        grows = (two.error > 0.0) == (two.sum > 0.0);
    const bool        is_ok = two.error == 0.0 || (bits & 1);

    return as_uint(convert_float(as_double(is_ok ? bits : grows ? bits + 1 : bits - 1)));
}
#endif
