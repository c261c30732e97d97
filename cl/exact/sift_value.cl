/* sift_value - notes values that are not finite in `seen`, and puts -0 in their places, which
 * changes no sum: what adds digits behind it meets finite numbers alone. */
/* The `seen` bits of the vector's values. */
CLR_FN uint CLR_AT(sift)(CLR_AT(lifted) *x)
{
    const CLR_AT(bits) sign  = (CLR_AT(bits))(CLR_FORMAT(SIGN));
    const CLR_AT(bits) bits  = CLR_AT(bits_of)(*x);
    const CLR_AT(bits) kinds = CLR_AT(kinds_of)(bits);

    *x = CLR_AS_VALUE(select(bits, sign, CLR_AT(below)((CLR_AT(bits))(0), kinds)));
    return (uint)CLR_ACROSS(CLR_OR, kinds);
}
