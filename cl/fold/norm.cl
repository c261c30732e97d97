/*
 * norm - the sum of squares of numbers that may be too large or too small to square, in three sums
 * (Blue, "A portable Fortran program to find the Euclidean norm of a vector", 1978; thresholds and
 * scales after Anderson, "Algorithm 978: safe scaling in the level 1 BLAS", 2017): large elements
 * are first scaled down by CLR_SHRINK, small ones up by CLR_GROW, both powers of two. NaNs go to
 * the middle. (For pairs of floats the middle is narrower, as the squares' lower parts must not
 * underflow either.)
 */
CLR_FN CLR_AT(state) CLR_AT(none)(void)
{
    CLR_AT(state) state;

    state.small  = CLR_AT(constant)(0);
    state.middle = CLR_AT(constant)(0);
    state.large  = CLR_AT(constant)(0);
    return state;
}

CLR_FN CLR_AT(state) CLR_AT(take)(CLR_AT(state) state, const CLR_AT(element) e, const ulong index)
{
    const CLR_AT(value) x        = CLR_ABS(CLR_AT(admit)(e).x);
    const CLR_AT(value) zero     = (CLR_AT(value))(0);
    const CLR_AT(number) small   = CLR_AT(widen)(x < CLR_SMALL ? x * CLR_GROW : zero);
    const CLR_AT(number) large   = CLR_AT(widen)(x > CLR_LARGE ? x * CLR_SHRINK : zero);
    const CLR_AT(value) in_range = ((x < CLR_SMALL) | (x > CLR_LARGE)) ? zero : x;
    const CLR_AT(number) middle  = CLR_AT(widen)(in_range);

    state.small  = CLR_AT(multiply_add)(small, small, state.small);
    state.middle = CLR_AT(multiply_add)(middle, middle, state.middle);
    state.large  = CLR_AT(multiply_add)(large, large, state.large);
    return state;
}

CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    CLR_AT(state) state;

    state.small  = CLR_AT(add)(a.small, b.small);
    state.middle = CLR_AT(add)(a.middle, b.middle);
    state.large  = CLR_AT(add)(a.large, b.large);
    return state;
}
