/*
 * double_double - numbers as pairs of doubles, high + low: high is what plain additions give, low
 * their errors (Ogita, Rump, Oishi, "Accurate sum and dot product", 2005). Where high is not
 * finite, low is unused.
 */
CLR_FN CLR_AT(number) CLR_AT(constant)(const double x)
{
    const CLR_AT(number) number = {(CLR_WIDE(double))(x), (CLR_WIDE(double))(0.0)};

    return number;
}

CLR_FN CLR_AT(number) CLR_AT(widen)(const CLR_AT(magnitude) x)
{
    const CLR_AT(number) number = {CLR_WIDEN(x), (CLR_WIDE(double))(0.0)};

    return number;
}

/* Dekker's TwoProduct, by fma(). */
CLR_FN CLR_AT(number) CLR_AT(product)(const CLR_AT(value) x, const CLR_AT(value) y)
{
    const CLR_WIDE(double) a   = CLR_WIDEN(x);
    const CLR_WIDE(double) b   = CLR_WIDEN(y);
    const CLR_AT(number) number = {a * b, fma(a, b, -(a * b))};

    return number;
}

/* x, or the largest finite number of its sign, by bits: also of a NaN. */
CLR_FN CLR_WIDE(double) CLR_AT(within_range)(const CLR_WIDE(double) x)
{
    const CLR_WIDE(ulong) bits      = CLR_WIDE(as_ulong)(x);
    const CLR_WIDE(ulong) most      = (CLR_WIDE(ulong))(0x7fefffffffffffffUL);
    const CLR_WIDE(ulong) magnitude = min(bits & (CLR_WIDE(ulong))(0x7fffffffffffffffUL), most);

    return CLR_WIDE(as_double)((bits & (CLR_WIDE(ulong))(1UL << 63)) | magnitude);
}

/* Knuth's TwoSum of the high parts. Where b is the largest finite number, sum - a may round to
 * infinity; it is b then (cl/exact/two_sum.cl). */
CLR_FN CLR_AT(number) CLR_AT(add)(const CLR_AT(number) a, const CLR_AT(number) b)
{
    const CLR_WIDE(double) sum    = a.high + b.high;
    const CLR_WIDE(double) of_b   = CLR_AT(within_range)(sum - a.high);
    const CLR_WIDE(double) error  = (a.high - (sum - of_b)) + (b.high - of_b);
    const CLR_AT(number)   number = {sum, error + (a.low + b.low)};

    return number;
}

CLR_FN CLR_AT(number) CLR_AT(multiply)(const CLR_AT(number) a, const CLR_AT(number) b)
{
    const CLR_WIDE(double) product = a.high * b.high;
    const CLR_WIDE(double) error   = fma(a.high, b.high, -product);
    const CLR_AT(number)   number  = {product, error + (a.high * b.low + a.low * b.high)};

    return number;
}

#ifdef CLR_NARROW
CLR_FN bool CLR_OF(is_finite)(const double x)
{
    return (as_ulong(x) << 1) < 0xffe0000000000000UL;
}

/* Adding a low part of 0 would turn -0 into +0. */
CLR_FN double CLR_OF(nearest_double)(const CLR_AT(number) x)
{
    return CLR_OF(is_finite)(x.high) && CLR_OF(is_finite)(x.low) && x.low != 0.0 ? x.high + x.low
                                                                                 : x.high;
}

/* A double to round to a float: odd where it is inexact, which avoids false ties
 * (cl/exact/quick.cl). */
CLR_FN double CLR_OF(odd_double)(const CLR_AT(number) x)
{
    const double sum     = CLR_OF(nearest_double)(x);
    const bool   ordered = fabs(x.high) >= fabs(x.low);
    const double larger  = ordered ? x.high : x.low;
    const double smaller = ordered ? x.low : x.high;
    const double error   = smaller - (sum - larger);
    const ulong  bits    = as_ulong(sum);
    const bool   grows   = as_ulong(error) >> 63 == bits >> 63;
    const bool   is_ok   = !CLR_OF(is_finite)(sum) || !CLR_OF(is_finite)(x.low) || error == 0.0 ||
                       (bits & 1);

    return as_double(is_ok ? bits : grows ? bits + 1 : bits - 1);
}

CLR_FN double CLR_OF(mean_double)(const CLR_AT(number) x, const ulong n)
{
    return CLR_OF(nearest_double)(x) / (double)n;
}
#endif
