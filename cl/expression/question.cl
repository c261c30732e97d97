/*
 * question - classifies a map's floats by their bits: a driver set to fast math assumes that there
 * is neither NaN nor infinity, and may flush subnormal numbers. Arguments are the number's bits,
 * and the format's sign, infinity and smallest normal number.
 */
#define CLR_PARTS_OF_FLOAT(x)  as_uint(x), 0x80000000UL, 0x7f800000UL, 0x00800000UL
#define CLR_PARTS_OF_DOUBLE(x) as_ulong(x), 1UL << 63, 0x7ff0000000000000UL, 0x0010000000000000UL

CLR_FN bool clr_is_nan(const ulong bits, const ulong sign, const ulong infinity, const ulong normal)
{
    return (bits & ~sign) > infinity;
}

CLR_FN bool clr_is_infinite(const ulong bits, const ulong sign, const ulong infinity,
                            const ulong normal)
{
    return (bits & ~sign) == infinity;
}

CLR_FN bool clr_is_finite(const ulong bits, const ulong sign, const ulong infinity,
                          const ulong normal)
{
    return (bits & ~sign) < infinity;
}

CLR_FN bool clr_is_normal(const ulong bits, const ulong sign, const ulong infinity,
                          const ulong normal)
{
    return (bits & ~sign) < infinity && (bits & ~sign) >= normal;
}

CLR_FN bool clr_has_sign(const ulong bits, const ulong sign, const ulong infinity,
                         const ulong normal)
{
    return (bits & sign) != 0;
}
