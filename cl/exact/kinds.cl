/* kinds - the `seen` bits of values that are infinite or NaN, from their bits (cl/exact/bits.cl
 * says why); 0 of finite values. */
CLR_FN CLR_AT(bits) CLR_AT(kinds_of)(const CLR_AT(bits) x)
{
    const CLR_AT(bits) infinity  = (CLR_AT(bits))(CLR_FORMAT(INFINITY));
    const CLR_AT(bits) sign      = (CLR_AT(bits))(CLR_FORMAT(SIGN));
    const CLR_AT(bits) magnitude = x & (sign - 1);
    const CLR_AT(bits) minus = (CLR_AT(bits))(CLR_SEEN_MINUS | CLR_SEEN_OTHER);
    const CLR_AT(bits) plus  = (CLR_AT(bits))(CLR_SEEN_PLUS | CLR_SEEN_OTHER);
    const CLR_AT(bits) nan   = (CLR_AT(bits))(CLR_SEEN_NAN | CLR_SEEN_OTHER);
    const CLR_AT(bits) endless = select(minus, plus, CLR_AT(below)(x, sign));

    return select(select(endless, nan, CLR_AT(below)(infinity, magnitude)), (CLR_AT(bits))(0),
                  CLR_AT(below)(magnitude, infinity));
}
