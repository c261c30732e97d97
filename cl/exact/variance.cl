/* variance - the numerators of a variance and of a covariance in limbs: with S1 the sum of x and S2
 * the sum of x^2, over n elements, the sum of (x - mean)^2 is (n S2 - S1^2) / n; with a second
 * input y in place of one x it is (n sum of x y - sum of x * sum of y) / n, a covariance's.
 * src/base/limbs.h compiles this text for the host. */

/*
 * n squares - sum^2, in place of `squares`; with S1 and S2 it is never negative (Cauchy and
 * Schwarz). The unit of `squares` is the square of the unit of `sum`. `squares` and
 * `product` need memory for twice the limbs of `sum`, and `squares` for the factor n.
 */
CLR_FN clr_limbs clr_spread(const clr_limbs squares, const clr_limbs sum,
                            CLR_LIMB_SPACE uint *product, const ulong n)
{
    return clr_limbs_subtract(clr_limbs_multiply(squares, n), clr_limbs_product(sum, sum, product));
}

/* n times the sum of products less `sum` times `other`, the sums of both inputs, in place of
 * `products`; it may be negative. `products` and `product` need the memory that clr_spread() needs of
 * `squares` and `product`. */
CLR_FN clr_limbs clr_cospread(const clr_limbs products, const clr_limbs sum, const clr_limbs other,
                              CLR_LIMB_SPACE uint *product, const ulong n)
{
    const clr_limbs whole = clr_limbs_multiply(products, n);
    const clr_limbs means = clr_limbs_product(sum, other, product);
    clr_limbs spread;

    if (whole.is_negative != means.is_negative) {
        spread             = clr_limbs_add(whole, means);
        spread.is_negative = whole.is_negative;
    } else {
        spread             = clr_limbs_subtract(whole, means);
        spread.is_negative = spread.is_negative != whole.is_negative;
    }
    return spread;
}
