/*
 * magnitude - |x| of a signed integer, unsigned, as that of the lowest one does not fit
 * otherwise. OpenCL's own abs() should do, but PoCL 3.1 sometimes takes what it returns for a
 * signed number. The sign is added as the highest bit, not subtracted as all bits: LLVM makes an
 * abs of the latter, too.
 */
CLR_FN CLR_WIDE(CLR_UNSIGNED) CLR_AT(magnitude_of)(const CLR_AT(value) x)
{
    const CLR_AT(value) places        = (CLR_AT(value))(CLR_VALUE_BITS - 1);
    const CLR_WIDE(CLR_UNSIGNED) bits = CLR_WIDE(CLR_JOIN(as_, CLR_UNSIGNED))(x);
    const CLR_AT(value) sign          = x >> places;
    const CLR_WIDE(CLR_UNSIGNED) flip = CLR_WIDE(CLR_JOIN(as_, CLR_UNSIGNED))(sign);
    const CLR_WIDE(CLR_UNSIGNED) one  = bits >> (CLR_WIDE(CLR_UNSIGNED))(CLR_VALUE_BITS - 1);

    return (CLR_WIDE(CLR_UNSIGNED))((bits ^ flip) + one);
}
