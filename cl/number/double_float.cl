/*
 * double_float - pairs of floats are numbers, unevaluated sums high + low with |low| at most half
 * an ulp of high, for devices without fp64: 48 bits of precision within the range of float.
 * Addition: Dekker's FastTwoSum and a renormalisation; multiplication: fma for the product's
 * error (after Joldes, Muller, Popescu, "Tight and rigorous error bounds for basic building
 * blocks of double-word arithmetic", 2017). An addition is within 2^-46 of |a| + |b|, a product
 * within 2^-45 of |ab|.
 */
CLR_FN CLR_AT(number) CLR_AT(constant)(const float x)
{
    const CLR_AT(number) number = {(CLR_WIDE(float))(x), (CLR_WIDE(float))(0.0f)};

    return number;
}

CLR_FN CLR_AT(number) CLR_AT(widen)(const CLR_AT(magnitude) x)
{
    const CLR_AT(number) number = {x, (CLR_WIDE(float))(0.0f)};

    return number;
}

/* By bits: a driver set to fast math assumes finite numbers. */
CLR_FN CLR_WIDE(int) CLR_AT(are_finite)(const CLR_WIDE(float) x)
{
    return (CLR_WIDE(as_uint)(x) & 0x7f800000) != 0x7f800000;
}

/* sum + error as a number. If the sum or an intermediate overflowed the error is wrong, and adding
 * an error of 0 would turn -0 into +0: then the sum stays as it is. */
CLR_FN CLR_AT(number) CLR_AT(renormalise)(const CLR_WIDE(float) sum, const CLR_WIDE(float) error)
{
    const CLR_WIDE(float) zero = (CLR_WIDE(float))(0.0f);
    const CLR_WIDE(int) counts = CLR_AT(are_finite)(sum) & CLR_AT(are_finite)(error) & (error != zero);
    CLR_AT(number) number;

    number.high = select(sum, sum + error, counts);
    number.low  = select(zero, error - (number.high - sum), counts & CLR_AT(are_finite)(number.high));
    return number;
}

/* The larger number first: subtracting it from the sum cannot overflow where the sum does not. */
CLR_FN CLR_AT(number) CLR_AT(add)(const CLR_AT(number) a, const CLR_AT(number) b)
{
    const CLR_WIDE(int) ordered   = fabs(a.high) >= fabs(b.high);
    const CLR_WIDE(float) larger  = select(b.high, a.high, ordered);
    const CLR_WIDE(float) smaller = select(a.high, b.high, ordered);
    const CLR_WIDE(float) sum     = larger + smaller;
    const CLR_WIDE(float) error   = smaller - (sum - larger);

    return CLR_AT(renormalise)(sum, error + (a.low + b.low));
}

/* Of two elements; the error of the product is a float, unless it underflows. */
CLR_FN CLR_AT(number) CLR_AT(product)(const CLR_AT(value) x, const CLR_AT(value) y)
{
    const CLR_WIDE(float) product = x * y;

    return CLR_AT(renormalise)(product, fma(x, y, -product));
}

CLR_FN CLR_AT(number) CLR_AT(multiply)(const CLR_AT(number) a, const CLR_AT(number) b)
{
    const CLR_WIDE(float) product = a.high * b.high;
    const CLR_WIDE(float) error   = fma(a.high, b.high, -product);

    return CLR_AT(renormalise)(product, error + (a.high * b.low + a.low * b.high));
}

#ifdef CLR_NARROW
CLR_FN float CLR_OF(nearest_float)(const CLR_OF(number) x)
{
    return x.high;
}

/* The bits of the double that equals a float. */
CLR_FN ulong CLR_OF(float_to_double_bits)(const float x)
{
    const uint  bits     = as_uint(x);
    const ulong sign     = (ulong)(bits >> 31) << 63;
    const uint  exponent = (bits >> 23) & 0xff;
    const uint  mantissa = bits & 0x7fffff;
    uint        shift;

    if (exponent == 0xff)
        return sign | 0x7ff0000000000000UL | (mantissa ? 0x8000000000000UL : 0UL);
    if (exponent != 0)
        return sign | (ulong)(exponent + 896) << 52 | (ulong)mantissa << 29;
    if (mantissa == 0)
        return sign;
    shift = clz(mantissa) - 8; /* brings the subnormal's leading bit to bit 23 */
    return sign | (ulong)(897 - shift) << 52 | (ulong)((mantissa << shift) & 0x7fffff) << 29;
}

/* x / 2^by, with its lowest bit set if a bit was lost. */
CLR_FN ulong CLR_OF(shift_sticky)(const ulong x, const uint by)
{
    return (x >> by) | ((x & ((1UL << by) - 1)) != 0);
}

/*
 * The bits of the double nearest to high + low, by integers alone: high's 24 bits go to the top
 * of 62, low is shifted to its place under them with a sticky bit for what falls off, and the sum
 * is rounded to 53 bits, ties to even.
 */
CLR_FN ulong CLR_OF(double_bits)(const CLR_OF(number) x)
{
    const uint  high       = as_uint(x.high);
    const uint  low        = as_uint(x.low);
    const uint  low_field  = (low >> 23) & 0xff;
    const uint  distance   = ((high >> 23) & 0xff) - max(low_field, 1u);
    const ulong low_bits   = (low & 0x7fffff) | (low_field ? 0x800000u : 0u);
    ulong       sum        = (ulong)((high & 0x7fffff) | 0x800000) << 38;
    ulong       part;
    uint        drop;
    ulong       rounded;

    if (x.low == 0.0f || !CLR_OF(are_finite)(x.high))
        return CLR_OF(float_to_double_bits)(x.high);
    if (distance <= 38)
        part = low_bits << (38 - distance);
    else
        part = distance < 64 ? CLR_OF(shift_sticky)(low_bits, distance - 38) : 1;
    sum  = ((high ^ low) >> 31) ? sum - part : sum + part;
    drop = 11 - (uint)clz(sum);
    rounded = sum >> drop;
    part    = sum & ((1UL << drop) - 1);
    if (part > 1UL << (drop - 1) || (part == 1UL << (drop - 1) && (rounded & 1)))
        rounded++;
    return ((ulong)(high >> 31) << 63) +
           ((ulong)(((high >> 23) & 0xff) + 895 + drop - 9) << 52) + rounded;
}
#endif
