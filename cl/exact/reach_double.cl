/*
 * reach_double - a double's upper half as an integer that orders as its magnitude does, with its
 * exponent on top. What is not 0 below it counts as its last bit: only 0 has none.
 */
#define CLR_REACH_SHIFT  21
#define CLR_REACH_BEYOND 0xffe00000u /* infinity */

CLR_FN CLR_WIDE(uint) CLR_AT(magnitude_bits)(const CLR_WIDE(double) x)
{
    const CLR_WIDE(ulong) bits = CLR_WIDE(as_ulong)(x);
    const CLR_WIDE(uint) low   = CLR_WIDE(convert_uint)(bits & 0xffffffffUL);
    const CLR_WIDE(uint) high  = CLR_WIDE(convert_uint)(bits >> 32);

    return (high << 1) | min(low, (CLR_WIDE(uint))(1));
}
