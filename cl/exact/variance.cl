/* variance - the numerator of a variance in limbs: with S1 the sum of x and S2 the sum of x^2, over
 * n elements, the sum of (x - mean)^2 is (n S2 - S1^2) / n. src/base/limbs.h compiles this text for
 * the host. */

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
