/* half_value - the number that a half's bits are. */
CLR_FN float clr_half_value(const ushort bits)
{
    return vload_half(0, (const __private half *)&bits);
}
