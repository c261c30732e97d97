/*
 * moments - the count, the mean, and the sum of squared distances from it. States are combined
 * after Chan, Golub and LeVeque, "Algorithms for computing the sample variance" (1983). A run takes
 * distances from the mean so far, and corrects the state at its end: sum = sum of (x - mean),
 * squares = sum of (x - mean)^2, over m elements after n earlier ones
 *     mean' = mean + sum / (n + m),   squares' += squares - sum^2 / (n + m)
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

/* Combines two states that both have elements. */
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

CLR_FN CLR_AT(state) CLR_AT(end)(const CLR_AT(state) state, const CLR_AT(part) part)
{
    const CLR_COUNTS(ulong) n  = state.count + CLR_COUNTS(convert_ulong)(part.count);
    const CLR_AT(number) step  = CLR_AT(over)(part.sum, n);
    const CLR_AT(number) extra = CLR_AT(multiply)(part.sum, step);
    CLR_AT(state) next;

    next.count   = n;
    next.mean    = CLR_AT(add)(part.around, step);
    next.squares = CLR_AT(add)(state.squares, CLR_AT(subtract)(part.squares, extra));
    return next;
}

#if !CLR_COUNTS_LANES
CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    if (a.count == 0)
        return b;
    if (b.count == 0)
        return a;
    return CLR_AT(unite)(a, b);
}
#else
CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    const CLR_WIDE(long) no_a = CLR_WIDE(convert_long)(a.count == 0);
    const CLR_WIDE(long) no_b = CLR_WIDE(convert_long)(b.count == 0);
    CLR_AT(state) state       = CLR_AT(unite)(a, b);

    state.mean    = CLR_AT(pick)(no_a, b.mean, CLR_AT(pick)(no_b, a.mean, state.mean));
    state.squares = CLR_AT(pick)(no_a, b.squares, CLR_AT(pick)(no_b, a.squares, state.squares));
    return state;
}
#endif
