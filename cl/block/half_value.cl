/* half_value - a block's result of f16 as the number that its bits are, as callers compute with
 * numbers. */
CLR_FN float clr_half_value(const ushort bits)
{
    return vload_half(0, (const __private half *)&bits);
}
