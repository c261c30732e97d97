/* digits_double - doubles as integers: m 2^place times the smallest double, m of 53 bits. */
#if CLR_TURNS || CLR_COPIES
typedef CLR_WIDE(ulong) CLR_AT(field);

typedef struct CLR_AT(digits) {
    CLR_WIDE(ulong) m;
    CLR_AT(field) place;
    CLR_WIDE(ulong) sign; /* all bits, or none */
} CLR_AT(digits);

CLR_FN CLR_AT(digits) CLR_AT(digits_of)(const CLR_AT(lifted) x)
{
    const CLR_WIDE(ulong) bits = CLR_WIDE(as_ulong)(x);
    const CLR_WIDE(ulong) exponent = (bits >> CLR_DOUBLE_FRACTION_BITS) & CLR_DOUBLE_EXPONENTS;
    const CLR_WIDE(ulong) one      = min(exponent, (CLR_WIDE(ulong))(1));
    CLR_AT(digits) digits;

    digits.m     = (bits & CLR_DOUBLE_FRACTION) | (one << CLR_DOUBLE_FRACTION_BITS);
    digits.place = exponent - one;
    digits.sign  = 0 - (bits >> (CLR_DOUBLE_BITS - 1));
    return digits;
}
#endif
