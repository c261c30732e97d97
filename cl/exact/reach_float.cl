/* reach_float - a float's magnitude as an integer that orders as it does, with its exponent on top.
 */
#define CLR_REACH_SHIFT  24
#define CLR_REACH_BEYOND 0xff000000u /* infinity */

CLR_FN CLR_WIDE(uint) CLR_AT(magnitude_bits)(const CLR_WIDE(float) x)
{
    return CLR_WIDE(as_uint)(x) << 1;
}
