/*
 * magnitude - lifts a signed integer to |x|, unsigned, as the magnitude of the lowest number does
 * not fit its type. If x is negative its bits are flipped, and 1 is added: the highest bit of x,
 * shifted down. Not by abs(), whose result PoCL 3.1 sometimes treats as signed, nor by subtracting
 * the sign as -1, of which LLVM makes abs().
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
