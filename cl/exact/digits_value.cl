/* digits_value - the digits of a double (cl/exact/digits.cl): m has 53 bits. */
#if CLR_TURNS || CLR_COPIES
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
