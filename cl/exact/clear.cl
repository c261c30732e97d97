/*
 * clear - whether the double that two terms come to is that which their sum is nearest to, though
 * they are a little off, and which of two it is if not.
 */
#ifdef CLR_NARROW
/* Whether the double that two terms round to is sure, which are off by less than 2^-100 of their
 * sum: what is left of them does not come near half a unit of its last place. */
CLR_FN bool CLR_OF(is_clear)(const CLR_OF(terms) terms)
{
    const double sum  = terms.term[0] + terms.term[1];
    const double left = terms.term[1] - (sum - terms.term[0]);

    return sum + left * (1.0 + 0x1p-26) == sum;
}

/* The double above one that is not 0, or below it. */
CLR_FN double CLR_OF(next_to)(const double value, const bool above)
{
    return as_double(above == (value > 0.0) ? as_ulong(value) + 1 : as_ulong(value) - 1);
}

/* The bits of a double or of the one next to it: above or below 0 is what the result is beyond
 * their middle; of a tie that which is even. */
CLR_FN ulong CLR_OF(nearer)(const double value, const double next, const bool above,
                            const double beyond)
{
    const bool is_next = beyond == 0.0 ? as_ulong(value) & 1 : (beyond > 0.0) == above;

    return as_ulong(is_next ? next : value);
}
#endif
