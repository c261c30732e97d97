/*
 * digits_product - products of floats as integers: m 2^place times the smallest float squared, m of
 * 48 bits.
 */
#if CLR_TURNS || CLR_COPIES
typedef CLR_WIDE(uint) CLR_AT(field);

typedef struct CLR_AT(digits) {
    CLR_WIDE(ulong) m;
    CLR_AT(field) place;
    CLR_WIDE(ulong) sign; /* all bits, or none */
} CLR_AT(digits);

CLR_FN CLR_AT(digits) CLR_AT(digits_of)(const CLR_AT(lifted) lifted)
{
    const CLR_WIDE(uint) x = CLR_WIDE(as_uint)(lifted.x);
    const CLR_WIDE(uint) y = CLR_WIDE(as_uint)(lifted.y);
    const CLR_WIDE(uint) of_x  = (x >> CLR_FLOAT_FRACTION_BITS) & CLR_FLOAT_EXPONENTS;
    const CLR_WIDE(uint) of_y  = (y >> CLR_FLOAT_FRACTION_BITS) & CLR_FLOAT_EXPONENTS;
    const CLR_WIDE(uint) one_x = min(of_x, (CLR_WIDE(uint))(1));
    const CLR_WIDE(uint) one_y = min(of_y, (CLR_WIDE(uint))(1));
    const CLR_WIDE(uint) m_x   = (x & CLR_FLOAT_FRACTION) | (one_x << CLR_FLOAT_FRACTION_BITS);
    const CLR_WIDE(uint) m_y   = (y & CLR_FLOAT_FRACTION) | (one_y << CLR_FLOAT_FRACTION_BITS);
    CLR_AT(digits) digits;

    digits.m        = CLR_WIDE(convert_ulong)(m_x) * CLR_WIDE(convert_ulong)(m_y);
    digits.place    = of_x - one_x + of_y - one_y;
    digits.sign     = 0 - CLR_WIDE(convert_ulong)((x ^ y) >> (CLR_FLOAT_BITS - 1));
    return digits;
}
#endif
