/*
 * quick - rounds a sum of two terms by the device's own addition, which rounds correctly. Floats
 * are rounded from a double that is odd where it is inexact, which avoids false ties (Boldo and
 * Melquiond, "Emulation of a FMA and correctly rounded sums: proved algorithms using rounding to
 * odd", 2008). The addition's error is found with the larger term first (Dekker's Fast2Sum), which
 * holds for all terms whose sum is finite; from an infinite sum of finite terms a float is
 * infinite, too.
 */
#ifdef CLR_NARROW
CLR_FN ulong CLR_OF(double_bits)(const CLR_OF(terms) sum)
{
    return as_ulong(sum.term[0] + sum.term[1]);
}

CLR_FN uint CLR_OF(float_bits)(const CLR_OF(terms) terms)
{
    const bool   ordered = CLR_DOUBLE_MAGNITUDE(as_ulong(terms.term[0])) >=
                            CLR_DOUBLE_MAGNITUDE(as_ulong(terms.term[1]));
    const double larger  = ordered ? terms.term[0] : terms.term[1];
    const double smaller = ordered ? terms.term[1] : terms.term[0];
    const double sum     = larger + smaller;
    const double error   = smaller - (sum - larger);
    const ulong  bits    = as_ulong(sum);
    const uint   sign_at = CLR_DOUBLE_BITS - 1;
    const bool   grows   = as_ulong(error) >> sign_at == bits >> sign_at;
    const bool   is_ok   = !CLR_OF(is_finite)(sum) || error == 0.0 || (bits & 1);

    return as_uint(convert_float(as_double(is_ok ? bits : grows ? bits + 1 : bits - 1)));
}
#endif
