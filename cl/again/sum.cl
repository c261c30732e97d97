/*
 * sum - what cl/again/make.cl calls for a sum, its mean or its root: first on near cells, which
 * hold the uppermost CLR_SUM_DIGITS (224) bits, and decide unless the margin of cell 0 is in the
 * way; then on far cells, which hold all. Cells, margin and quota are explained in
 * cl/again/cells.cl. Its alternative for variances is cl/again/spread.cl.
 */
CLR_FN int CLR_OUT(window)(void)
{
    return CLR_SUM_DIGITS;
}

CLR_FN uint CLR_OUT(near_cells)(void)
{
    return CLR_CELLS_FOR(CLR_SUM_DIGITS);
}

CLR_FN clr_quota CLR_OUT(quota_of)(const CLR_OF(state) state, const ulong n)
{
    const ulong count     = CLR_COUNT_OF(state, n);
    const clr_quota quota = {count, clr_count_divisor(CLR_IS_DIVIDED ? count : 1)};

    return quota;
}

CLR_FN uint CLR_OUT(far_cells)(void)
{
    return CLR_CELLS_FOR(CLR_OF(binades)());
}

CLR_FN uint CLR_OUT(far_squares)(void)
{
    return 0;
}

CLR_FN void CLR_OUT(clear_far)(__local int *cells, const uint first, const uint step,
                               const int top, const int lowest)
{
    const uint count = clr_cells_of(top, lowest);

    for (uint i = first; i < count; i += step)
        cells[i] = 0;
}

CLR_FN void CLR_OUT(add_digits)(const clr_memory memory, const clr_span span, const uint first,
                                const uint step, __local int *cells, const uint squares,
                                const int lowest)
{
    CLR_OF(add_digits)(memory, span, first, step, cells, lowest);
}

/*
 * The result's bits where no digits are added: of infinities, of NaNs, and of zeros alone, which
 * are -0 if all of them are.
 */
CLR_FN ulong CLR_OUT(special)(const clr_reach reach)
{
    const clr_format format = {CLR_PRECISION, CLR_EXPONENT_BITS};
    const bool minus        = (reach.seen & CLR_SEEN_MINUS) != 0;
    const bool plus         = (reach.seen & CLR_SEEN_PLUS) != 0;

    if ((reach.seen & CLR_SEEN_NAN) || (minus && plus))
        return clr_nan_of(format);
    if (minus || plus)
        return clr_infinity_of(format, minus);
    return reach.seen & CLR_SEEN_OTHER ? 0 : clr_sign_of(format);
}

/* Whether the near cells, whose digits begin at 2^lowest, decide; then *bits are the result's. */
CLR_LENGTHY bool CLR_OUT(near_bits)(__local const int *cells, const uint squares, const int lowest,
                                    const clr_quota quota, __local ulong *bits)
{
    const clr_wide zero    = {{0, 0}, {0, 0}};
    const clr_wide margin  = {{0, 0}, {0, (ulong)cells[0]}};
    const clr_wide total   = clr_cells_total(cells, CLR_CELLS_FOR(CLR_SUM_DIGITS));
    const bool is_negative = clr_u128_top(total.high);

    return CLR_OUT(decide)(is_negative ? clr_wide_subtract(zero, total) : total, margin,
                           is_negative, lowest, quota.divisor, bits);
}

/* The result's bits by the far cells. */
CLR_LENGTHY ulong CLR_OUT(far_bits)(__local int *cells, const int top, const int lowest,
                                    const clr_quota quota)
{
    return CLR_OUT(round_limbs)(clr_cells_sum(cells, clr_cells_of(top, lowest)), lowest,
                                quota.divisor);
}
