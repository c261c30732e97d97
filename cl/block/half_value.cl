/* half_value - the float that a block gives its caller for a result of f16, which the pieces leave
 * as bits (src/compose/block.c). vload_half() reads them on devices without arithmetic of halves,
 * too. */
CLR_FN float clr_half_value(const ushort bits)
{
    return vload_half(0, (const __private half *)&bits);
}
