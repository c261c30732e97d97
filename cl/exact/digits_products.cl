/*
 * digits_products - products of doubles as integers: m 2^place times the smallest double squared, m
 * of 106 bits.
 */
#if CLR_TURNS || CLR_COPIES
typedef CLR_WIDE(ulong) CLR_AT(field);

typedef struct CLR_AT(digits) {
    CLR_WIDE(ulong) m;
    CLR_WIDE(ulong) above;  /* m's bits above 64 */
    CLR_AT(field) place;
    CLR_WIDE(ulong) sign; /* all bits, or none */
} CLR_AT(digits);

CLR_FN CLR_AT(digits) CLR_AT(digits_of)(const CLR_AT(lifted) lifted)
{
    const CLR_WIDE(ulong) x = CLR_WIDE(as_ulong)(lifted.x);
    const CLR_WIDE(ulong) y = CLR_WIDE(as_ulong)(lifted.y);
    const CLR_WIDE(ulong) of_x  = (x >> CLR_DOUBLE_FRACTION_BITS) & CLR_DOUBLE_EXPONENTS;
    const CLR_WIDE(ulong) of_y  = (y >> CLR_DOUBLE_FRACTION_BITS) & CLR_DOUBLE_EXPONENTS;
    const CLR_WIDE(ulong) one_x = min(of_x, (CLR_WIDE(ulong))(1));
    const CLR_WIDE(ulong) one_y = min(of_y, (CLR_WIDE(ulong))(1));
    const CLR_WIDE(ulong) m_x   = (x & CLR_DOUBLE_FRACTION) | (one_x << CLR_DOUBLE_FRACTION_BITS);
    const CLR_WIDE(ulong) m_y   = (y & CLR_DOUBLE_FRACTION) | (one_y << CLR_DOUBLE_FRACTION_BITS);
    const CLR_WIDE(ulong) low_x = m_x & 0xffffffffUL;
    const CLR_WIDE(ulong) low_y = m_y & 0xffffffffUL;
    const CLR_WIDE(ulong) least = low_x * low_y;
    const CLR_WIDE(ulong) middle =
        (least >> 32) + low_x * (m_y >> 32) + (m_x >> 32) * low_y; /* 2^32 + 2^54 at most */
    CLR_AT(digits) digits;

    digits.m        = (middle << 32) | (least & 0xffffffffUL);
    digits.above    = (middle >> 32) + (m_x >> 32) * (m_y >> 32);
    digits.place    = of_x - one_x + of_y - one_y;
    digits.sign     = 0 - ((x ^ y) >> (CLR_DOUBLE_BITS - 1));
    return digits;
}
#endif
