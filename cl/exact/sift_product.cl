/* sift_product - notes factors that are not finite in `seen`, and puts -0 times 0 in their places,
 * which changes no sum: what adds digits behind it meets finite numbers alone. */
/* The `seen` bits of the vector's products. */
CLR_FN uint CLR_AT(sift)(CLR_AT(lifted) *lifted)
{
    const CLR_AT(bits) x     = CLR_AT(bits_of)(lifted->x);
    const CLR_AT(bits) y     = CLR_AT(bits_of)(lifted->y);
    const CLR_AT(bits) zero  = (CLR_AT(bits))(0);
    const CLR_AT(bits) sign  = (CLR_AT(bits))(CLR_FORMAT(SIGN));
    const CLR_AT(bits) most  = max(x & (sign - 1), y & (sign - 1));
    const CLR_AT(bits) least = min(x & (sign - 1), y & (sign - 1));
    const CLR_AT(bits) infinity = (CLR_AT(bits))(CLR_FORMAT(INFINITY));
    /* The bits of the product if a factor is not finite: infinity times 0 is NaN. */
    const CLR_AT(bits) product =
        select(sign - 1, most | ((x ^ y) & sign), CLR_AT(below)(zero, least));
    const CLR_AT(bits) kinds =
        CLR_AT(kinds_of)(select(product, zero, CLR_AT(below)(most, infinity)));

    lifted->x = CLR_AS_VALUE(select(x, sign, CLR_AT(below)(zero, kinds)));
    lifted->y = CLR_AS_VALUE(select(y, zero, CLR_AT(below)(zero, kinds)));
    return (uint)CLR_ACROSS(CLR_OR, kinds);
}
