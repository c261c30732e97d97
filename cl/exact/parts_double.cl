/* parts_double - a double, or its bits, as m 2^(place - 1074), or its special kind. */
#ifdef CLR_NARROW
CLR_FN CLR_OF(parts) CLR_OF(parts_of)(const CLR_OF(value) x)
{
    const ulong bits     = as_ulong(x);
    const uint  exponent = (uint)(bits >> CLR_DOUBLE_FRACTION_BITS) & CLR_DOUBLE_EXPONENTS;
    const ulong fraction = bits & CLR_DOUBLE_FRACTION;
    CLR_OF(parts) parts;

    parts.m        = exponent ? fraction | CLR_DOUBLE_HIDDEN : fraction;
    parts.place    = max(exponent, 1u) - 1;
    parts.negative = (bits >> (CLR_DOUBLE_BITS - 1)) != 0;
    parts.is_inf   = exponent == CLR_DOUBLE_EXPONENTS && fraction == 0;
    parts.is_nan   = exponent == CLR_DOUBLE_EXPONENTS && fraction != 0;
    return parts;
}
#endif
