/* bits_float - floats as their bits, with infinity's and the sign's. */
typedef CLR_WIDE(uint) CLR_AT(bits);

CLR_FN CLR_AT(bits) CLR_AT(bits_of)(const CLR_AT(value) x)
{
    return CLR_WIDE(as_uint)(x);
}

/* As select() takes it. */
CLR_FN CLR_WIDE(int) CLR_AT(below)(const CLR_AT(bits) a, const CLR_AT(bits) b)
{
    return CLR_WIDE(convert_int)(a < b);
}

#ifdef CLR_NARROW
CLR_FN uint CLR_OF(infinity_bits)(void)
{
    return CLR_FLOAT_INFINITY;
}

CLR_FN uint CLR_OF(sign_bits)(void)
{
    return CLR_FLOAT_SIGN;
}
#endif
