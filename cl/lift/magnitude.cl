/*
 * magnitude - |x| of a signed integer, unsigned, as that of the lowest one does not fit otherwise.
 * OpenCL's own abs() should do, but PoCL 3.1 sometimes takes what it returns for a signed number.
 */
CLR_FN CLR_WIDE(CLR_UNSIGNED) CLR_AT(magnitude_of)(const CLR_AT(value) x)
{
    const CLR_AT(value) sign          = x >> (CLR_AT(value))(CLR_VALUE_BITS - 1);
    const CLR_WIDE(CLR_UNSIGNED) bits = CLR_WIDE(CLR_JOIN(as_, CLR_UNSIGNED))(x);
    const CLR_WIDE(CLR_UNSIGNED) flip = CLR_WIDE(CLR_JOIN(as_, CLR_UNSIGNED))(sign);

    return (CLR_WIDE(CLR_UNSIGNED))((bits ^ flip) - flip);
}
