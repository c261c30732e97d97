/* parts_float - a float as m 2^(place - 149), or its special kind. */
#ifdef CLR_NARROW
CLR_FN CLR_OF(parts) CLR_OF(parts_of)(const float x)
{
    const uint bits     = as_uint(x);
    const uint exponent = (bits >> CLR_FLOAT_FRACTION_BITS) & CLR_FLOAT_EXPONENTS;
    const uint fraction = bits & CLR_FLOAT_FRACTION;
    CLR_OF(parts) parts;

    parts.m        = exponent ? fraction | CLR_FLOAT_HIDDEN : fraction;
    parts.place    = max(exponent, 1u) - 1;
    parts.negative = (bits >> (CLR_FLOAT_BITS - 1)) != 0;
    parts.is_inf   = exponent == CLR_FLOAT_EXPONENTS && fraction == 0;
    parts.is_nan   = exponent == CLR_FLOAT_EXPONENTS && fraction != 0;
    return parts;
}
#endif
