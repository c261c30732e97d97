/* parts - a value as an integer, for bins and for labels' rows: m 2^place times the smallest number
 * of its format, and its sign; or that it is infinite or NaN. By the value's bits
 * (cl/exact/bits.cl). */
#ifdef CLR_NARROW
typedef struct CLR_OF(parts) {
    ulong m;
    uint place;
    bool negative;
    bool is_inf;
    bool is_nan;
} CLR_OF(parts);

CLR_FN CLR_OF(parts) CLR_OF(parts_of)(const CLR_OF(value) x)
{
    const CLR_FORMAT(WORD) bits     = CLR_FORMAT(AS_WORD)(x);
    const CLR_FORMAT(WORD) fraction = bits & CLR_FORMAT(FRACTION);
    const uint exponent = (uint)(bits >> CLR_FORMAT(FRACTION_BITS)) & CLR_FORMAT(EXPONENTS);
    CLR_OF(parts) parts;

    parts.m        = exponent ? fraction | CLR_FORMAT(HIDDEN) : fraction;
    parts.place    = max(exponent, 1u) - 1;
    parts.negative = (bits >> (CLR_FORMAT(BITS) - 1)) != 0;
    parts.is_inf   = exponent == CLR_FORMAT(EXPONENTS) && fraction == 0;
    parts.is_nan   = exponent == CLR_FORMAT(EXPONENTS) && fraction != 0;
    return parts;
}
#endif
