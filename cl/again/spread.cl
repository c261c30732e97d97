/*
 * spread - a variance or its root by digits, from S1, the sum of n values, and S2, the sum of their
 * squares: CLR_SPREAD_DIGITS (84) of S1 and twice as many of S2 with margins, or all. S2 counts
 * squares of S1's units, so that (n S2 - S1^2) / (n (n - ddof)) needs integers alone. Its
 * alternative is cl/again/sum.cl.
 */
CLR_FN int CLR_OUT(window)(void)
{
    return CLR_SPREAD_DIGITS;
}

CLR_FN uint CLR_OUT(near_cells)(void)
{
    return CLR_NEAR_CELLS;
}

CLR_FN clr_quota CLR_OUT(quota_of)(const CLR_OF(state) state, const ulong n, const ulong ddof)
{
    const ulong count     = max(CLR_COUNT_OF(state, n), ddof + 1);
    const clr_quota quota = {count, clr_spread_divisor(count, ddof)};

    return quota;
}

/* A team's cells hold digits: of the sum S1 first, from this cell on of the sum of squares S2, ... */
CLR_FN uint CLR_OUT(far_squares)(void)
{
    return CLR_CELLS_FOR(CLR_OF(binades)());
}

/* ... then the limbs of S1^2. */
CLR_FN uint CLR_OUT(far_product)(void)
{
    return CLR_OUT(far_squares)() + CLR_CELLS_FOR(CLR_SQUARES(binades)());
}

CLR_FN uint CLR_OUT(far_cells)(void)
{
    return CLR_OUT(far_product)() + 2 * (CLR_OUT(far_squares)() * CLR_CELL_DIGITS / 32 + 1);
}

CLR_FN void CLR_OUT(clear_far)(__local int *cells, const uint first, const uint step,
                               const int top, const int lowest)
{
    const uint of_sum     = clr_cells_of(top, lowest);
    const uint of_squares = clr_cells_of(2 * top, 2 * lowest);

    for (uint i = first; i < of_sum; i += step)
        cells[i] = 0;
    for (uint i = first; i < of_squares; i += step)
        cells[CLR_OUT(far_squares)() + i] = 0;
}

CLR_FN void CLR_OUT(add_digits)(const clr_memory memory, const clr_span span, const uint first,
                                const uint step, __local int *cells, const uint squares,
                                const int lowest)
{
    CLR_OF(add_digits)(memory, span, first, step, cells, lowest);
    CLR_SQUARES(add_digits)(memory, span, first, step, cells + squares, 2 * lowest);
}

CLR_FN ulong CLR_OUT(special)(const clr_reach reach)
{
    const clr_format format = {CLR_PRECISION, CLR_EXPONENT_BITS};

    return clr_reach_is_endless(reach) ? clr_nan_of(format) : 0;
}

/* Whether the digits from `lowest` up decide; then *bits are the result's. With S1 within c1, and S2
 * within c2, n S2 - S1^2 lies within n c2 + (2 |S1| + c1) c1. */
CLR_LENGTHY bool CLR_OUT(near_bits)(__local const int *cells, const uint squares, const int lowest,
                                    const clr_quota quota, __local ulong *bits)
{
    const clr_wide zero   = {{0, 0}, {0, 0}};
    const clr_wide c1     = {{0, 0}, {0, (ulong)cells[0]}};
    const clr_wide c2     = {{0, 0}, {0, (ulong)cells[squares]}};
    const clr_wide total  = clr_cells_total(cells, CLR_CELLS_FOR(CLR_SPREAD_DIGITS));
    const clr_wide s1     = clr_u128_top(total.high) ? clr_wide_subtract(zero, total) : total;
    const clr_wide s2     = clr_cells_total(cells + squares, CLR_CELLS_FOR(2 * CLR_SPREAD_DIGITS));
    const clr_wide around = clr_wide_add(clr_wide_add(s1, s1), c1);
    const clr_wide margin =
        clr_wide_add(clr_wide_times(c2, quota.count), clr_wide_times(around, c1.low.low));

    return CLR_OUT(decide)(clr_wide_subtract(clr_wide_times(s2, quota.count), clr_wide_square(s1)),
                           margin, false, 2 * lowest, quota.divisor, bits);
}

/* The result's bits by all digits. */
CLR_LENGTHY ulong CLR_OUT(far_bits)(__local int *cells, const int top, const int lowest,
                                    const clr_quota quota)
{
    const clr_limbs sum = clr_cells_sum(cells, clr_cells_of(top, lowest));
    const clr_limbs squares =
        clr_cells_sum(cells + CLR_OUT(far_squares)(), clr_cells_of(2 * top, 2 * lowest));
    const clr_limbs spread =
        clr_spread(squares, sum, (__local uint *)cells + CLR_OUT(far_product)(), quota.count);

    return CLR_OUT(round_limbs)(spread, 2 * lowest, quota.divisor);
}
