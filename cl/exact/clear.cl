/* clear - whether two terms with a small error round to the same double as the exact number does,
 * and if not, which of two neighbouring doubles is nearest: for means and ratios of short results
 * (cl/exact/mean.cl, ratio.cl). */
#ifdef CLR_NARROW
/* Whether the double nearest to two terms is certain, given an error below 2^-100 of their sum: the
 * remainder is not near half a unit in the last place. */
CLR_FN bool CLR_OF(is_clear)(const CLR_OF(terms) terms)
{
    const double sum  = terms.term[0] + terms.term[1];
    const double left = terms.term[1] - (sum - terms.term[0]);

    return sum + left * (1.0 + 0x1p-26) == sum;
}

/* The double next to one that is not 0. */
CLR_FN double CLR_OF(next_to)(const double value, const bool above)
{
    return as_double(above == (value > 0.0) ? as_ulong(value) + 1 : as_ulong(value) - 1);
}

/* The bits of a double or its neighbour: `beyond` is the result minus their midpoint; a tie goes to
 * the even one. */
CLR_FN ulong CLR_OF(nearer)(const double value, const double next, const bool above,
                            const double beyond)
{
    const bool is_next = beyond == 0.0 ? as_ulong(value) & 1 : (beyond > 0.0) == above;

    return as_ulong(is_next ? next : value);
}
#endif
