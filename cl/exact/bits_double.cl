/* bits_double - doubles as their bits, with infinity's and the sign's. */
typedef CLR_WIDE(ulong) CLR_AT(bits);

CLR_FN CLR_AT(bits) CLR_AT(bits_of)(const CLR_AT(value) x)
{
    return CLR_WIDE(as_ulong)(x);
}

/* As select() takes it. */
CLR_FN CLR_WIDE(long) CLR_AT(below)(const CLR_AT(bits) a, const CLR_AT(bits) b)
{
    return CLR_WIDE(convert_long)(a < b);
}

#ifdef CLR_NARROW
CLR_FN ulong CLR_OF(infinity_bits)(void)
{
    return CLR_DOUBLE_INFINITY;
}

CLR_FN ulong CLR_OF(sign_bits)(void)
{
    return 1UL << (CLR_DOUBLE_BITS - 1);
}
#endif
