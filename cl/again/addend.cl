/* addend - what an element adds to a sum that is made again (cl/reduce_again.cl), as an integer: m
 * 2^place with a sign, from a double or from a product of two doubles. Integers lose nothing,
 * whatever the exponents. */
typedef struct clr_addend {
    clr_u128 m;
    int place;
    bool is_negative;
    uint seen; /* CLR_SEEN_NAN, _PLUS, _MINUS, then m is 0; and CLR_SEEN_OTHER */
} clr_addend;

CLR_FN bool clr_addend_is_zero(const clr_addend addend)
{
    return (addend.m.high | addend.m.low) == 0;
}

/* A power of two that the addend is below. */
CLR_FN int clr_addend_top(const clr_addend addend)
{
    return addend.place + clr_u128_length(addend.m);
}

/* The place of the addend's lowest digit that is 1. */
CLR_FN int clr_addend_lowest(const clr_addend addend)
{
    const ulong word   = addend.m.low ? addend.m.low : addend.m.high;
    const clr_u128 one = {addend.m.low ? 0 : word & (0 - word), word & (0 - word)};

    return addend.place + clr_u128_length(one) - 1;
}

CLR_FN clr_addend clr_addend_of(const double x)
{
    const ulong bits     = as_ulong(x);
    const ulong fraction = bits & CLR_DOUBLE_FRACTION;
    const uint exponent  = (uint)(bits >> CLR_DOUBLE_FRACTION_BITS) & CLR_DOUBLE_EXPONENTS;
    const bool is_finite = exponent < CLR_DOUBLE_EXPONENTS;
    const bool is_minus  = bits >> (CLR_DOUBLE_BITS - 1) != 0;
    const ulong m        = exponent ? fraction | CLR_DOUBLE_HIDDEN : fraction;
    const uint endless   = fraction ? CLR_SEEN_NAN : is_minus ? CLR_SEEN_MINUS : CLR_SEEN_PLUS;
    clr_addend addend;

    addend.m.high      = 0;
    addend.m.low       = is_finite ? m : 0;
    addend.place       = (int)max(exponent, 1u) - 1 - CLR_DOUBLE_DEPTH;
    addend.is_negative = is_minus;
    addend.seen        = is_finite ? 0 : endless;
    if (m != 0 || !is_minus)
        addend.seen |= CLR_SEEN_OTHER;
    return addend;
}

CLR_FN clr_addend clr_addend_of_product(const double x, const double y)
{
    const clr_addend a = clr_addend_of(x);
    const clr_addend b = clr_addend_of(y);
    clr_addend product;

    if ((a.seen | b.seen) & ~CLR_SEEN_OTHER)
        return clr_addend_of(x * y);
    product.m           = clr_u128_product(a.m.low, b.m.low);
    product.place       = a.place + b.place;
    product.is_negative = a.is_negative != b.is_negative;
    product.seen = !clr_addend_is_zero(product) || !product.is_negative ? CLR_SEEN_OTHER : 0;
    return product;
}
