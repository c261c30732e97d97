/*
 * moments - how many, their mean, and the sum of squares of the distances from it. States are
 * combined after Chan, Golub and LeVeque, "Algorithms for computing the sample variance" (1983).
 *
 * In a run distances are taken from the mean so far, and the state is set right at its end:
 *     sum = sum of (x - mean), squares = sum of (x - mean)^2, over m elements after n earlier ones
 *     mean' = mean + sum / (n + m),  squares' += squares - sum^2 / (n + m)
 * The difference is at least n / (n + m) of its first term, so little cancels; in the first run
 * distances are from its first element, and it is at least 1 / (m + 1) of it.
 */
CLR_FN CLR_AT(state) CLR_AT(none)(void)
{
    CLR_AT(state) state;

    state.count   = (CLR_COUNTS(ulong))(0);
    state.mean    = CLR_AT(constant)(0);
    state.squares = CLR_AT(constant)(0);
    return state;
}

/* Of two states that both have elements. */
CLR_FN CLR_AT(state) CLR_AT(unite)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    const CLR_COUNTS(ulong) n  = a.count + b.count;
    const CLR_AT(number) a_n   = CLR_AT(count_number)(a.count);
    const CLR_AT(number) b_n   = CLR_AT(count_number)(b.count);
    const CLR_AT(number) apart = CLR_AT(subtract)(b.mean, a.mean);
    const CLR_AT(number) step  = CLR_AT(multiply)(CLR_AT(over)(apart, n), b_n);
    CLR_AT(state) state;

    state.count   = n;
    state.mean    = CLR_AT(add)(a.mean, step);
    state.squares = CLR_AT(add)(CLR_AT(add)(a.squares, b.squares),
                                CLR_AT(multiply)(CLR_AT(multiply)(apart, step), a_n));
    return state;
}

#ifdef CLR_NARROW
CLR_FN CLR_OF(state) CLR_OF(combine)(const CLR_OF(state) a, const CLR_OF(state) b)
{
    if (a.count == 0)
        return b;
    if (b.count == 0)
        return a;
    return CLR_OF(unite)(a, b);
}
#endif
