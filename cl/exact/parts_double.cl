/* parts_double - a double, or its bits, taken apart: m 2^(place - 1074), or what else it is. */
#ifdef CLR_NARROW
CLR_FN CLR_OF(parts) CLR_OF(parts_of)(const CLR_OF(value) x)
{
    const ulong bits     = as_ulong(x);
    const uint  exponent = (uint)(bits >> 52) & 0x7ff;
    const ulong fraction = bits & 0xfffffffffffffUL;
    CLR_OF(parts) parts;

    parts.m        = exponent ? fraction | 1UL << 52 : fraction;
    parts.place    = max(exponent, 1u) - 1;
    parts.negative = (bits >> 63) != 0;
    parts.is_inf   = exponent == 0x7ff && fraction == 0;
    parts.is_nan   = exponent == 0x7ff && fraction != 0;
    return parts;
}
#endif
