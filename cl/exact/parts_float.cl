/* parts_float - a float taken apart: m 2^(place - 149), or what else it is. */
#ifdef CLR_NARROW
CLR_FN CLR_OF(parts) CLR_OF(parts_of)(const float x)
{
    const uint bits     = as_uint(x);
    const uint exponent = (bits >> 23) & 0xff;
    const uint fraction = bits & 0x7fffff;
    CLR_OF(parts) parts;

    parts.m        = exponent ? fraction | 0x800000 : fraction;
    parts.place    = max(exponent, 1u) - 1;
    parts.negative = (bits >> 31) != 0;
    parts.is_inf   = exponent == 0xff && fraction == 0;
    parts.is_nan   = exponent == 0xff && fraction != 0;
    return parts;
}
#endif
