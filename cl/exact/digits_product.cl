/* digits_product - the digits of a product (cl/exact/digits.cl), for a lone item's rows (CLR_TURNS)
 * and a group's copies: of floats m has 48 bits, of doubles m and `above` 106. Factors are finite:
 * cl/exact/sift_product.cl has put zeros in the others' places. */
#if CLR_TURNS || CLR_COPIES
/* The product of significands by halves of 32 bits, in 64-bit lanes. A subnormal number has no
 * hidden digit and the place of exponent 1: one_x and one_y are 0 or 1, the hidden digit and what
 * is taken off the exponent. A product of two factors of exponent 1 has place 0. */
CLR_FN CLR_AT(digits) CLR_AT(digits_of)(const CLR_AT(lifted) lifted)
{
    const CLR_AT(field) x     = CLR_WIDE(CLR_FORMAT(AS_WORD))(lifted.x);
    const CLR_AT(field) y     = CLR_WIDE(CLR_FORMAT(AS_WORD))(lifted.y);
    const CLR_AT(field) of_x  = (x >> CLR_FORMAT(FRACTION_BITS)) & CLR_FORMAT(EXPONENTS);
    const CLR_AT(field) of_y  = (y >> CLR_FORMAT(FRACTION_BITS)) & CLR_FORMAT(EXPONENTS);
    const CLR_AT(field) one_x = min(of_x, (CLR_AT(field))(1));
    const CLR_AT(field) one_y = min(of_y, (CLR_AT(field))(1));
    const CLR_WIDE(ulong) m_x = CLR_WIDE(convert_ulong)((x & CLR_FORMAT(FRACTION)) |
                                                        (one_x << CLR_FORMAT(FRACTION_BITS)));
    const CLR_WIDE(ulong) m_y = CLR_WIDE(convert_ulong)((y & CLR_FORMAT(FRACTION)) |
                                                        (one_y << CLR_FORMAT(FRACTION_BITS)));
    const CLR_WIDE(ulong) low_x = m_x & 0xffffffffUL;
    const CLR_WIDE(ulong) low_y = m_y & 0xffffffffUL;
    const CLR_WIDE(ulong) least = low_x * low_y;
    const CLR_WIDE(ulong) middle =
        (least >> 32) + low_x * (m_y >> 32) + (m_x >> 32) * low_y; /* 2^32 + 2^54 at most */
    CLR_AT(digits) digits;

    digits.m        = (middle << 32) | (least & 0xffffffffUL);
    digits.above    = (middle >> 32) + (m_x >> 32) * (m_y >> 32);
    digits.place    = of_x - one_x + of_y - one_y;
    digits.sign     = 0 - CLR_WIDE(convert_ulong)((x ^ y) >> (CLR_FORMAT(BITS) - 1));
    return digits;
}
#endif
