/*
 * apart - adds a run of floats whose exponents do not fit one window (CLR_WINDOW binades:
 * cl/exact/window.cl) by several windows, so that fewer runs fall to the bins. `greatest` is the
 * exponent of the sum of all magnitudes. If total.is_exact, the terms are the run's sum.
 * cl/exact/run.cl calls add_apart(): a group's item passes the run, a lone item the lanes' sums
 * that it has. Such a run has an element other than 0, so that its sums may begin with
 * either zero.
 */
#if CLR_GROUP_SIZE > 1
/* Two windows: one of the numbers less than CLR_WINDOW binades below `greatest`, whose sum is exact
 * by that, and one of the others, whose reach is tested. Element by element, as few runs come here:
 * vectors of both sums would take registers from the whole kernel. */
CLR_FN CLR_OF(total) CLR_RUN_AT(add_apart)(const CLR_AT(lifted) *lifted, const int greatest)
{
    CLR_RUN_AT(elements) values = CLR_RUN_AT(elements_of)(lifted);
    CLR_OF(reach) rest          = CLR_OF(no_reach)();
    double large                = -0.0;
    double small                = -0.0;
    CLR_OF(total) total;

#pragma unroll 1
    for (uint k = 0; k < CLR_LENGTH * CLR_WIDTH; k++) {
        const float x       = CLR_FIRST_OF(values.each, k);
        const int exponent  = (int)(as_uint(x) >> CLR_FLOAT_FRACTION_BITS) & CLR_FLOAT_EXPONENTS;
        const bool is_small = exponent <= greatest - CLR_WINDOW;

        large += convert_double(is_small ? 0.0f : x);
        small += convert_double(is_small ? x : 0.0f);
        rest = CLR_OF(extend)(rest, is_small ? x : 0.0f);
        CLR_MOVE_UP(values.each, CLR_LENGTH * CLR_WIDTH)
    }
    total.sum.term[0] = large;
    total.sum.term[1] = small;
    total.is_exact    = greatest < CLR_FLOAT_EXPONENTS && CLR_OF(span_of)(rest) <= CLR_WINDOW;
    return total;
}
#elif CLR_WIDTH > 1
/*
 * An item alone has registers to spare: each lane has a window of its own, and TwoSum joins the
 * sums of up to 16 lanes. Let s be the smallest exponent of the floats, and l the exponent of the
 * sum of their magnitudes: TwoSum's errors, one for each lane but the first, of at most 2^(l - 53), are
 * multiples of 2^(s - 23), and adding them is exact while l - s is at most 79
 * (CLR_WINDOW_OF_LANES).
 */
CLR_FN CLR_OF(total) CLR_RUN_AT(join_lanes)(const CLR_WIDE(double) sums)
{
    union {
        CLR_WIDE(double) lanes;
        double each[CLR_WIDTH];
    } all;
    CLR_OF(total) total;

    all.lanes         = sums;
    total.sum.term[0] = -0.0;
    total.sum.term[1] = 0.0;
#pragma unroll
    for (uint lane = 0; lane < CLR_WIDTH; lane++) {
        const CLR_OF(two) two = CLR_OF(two_sum)(total.sum.term[0], all.each[lane]);

        total.sum.term[0] = two.sum;
        total.sum.term[1] += two.error;
    }
    total.is_exact = true;
    return total;
}

/* Where the lanes' windows lie further apart: lanes of large numbers come to one term, lanes of
 * small numbers to the other, each exact by a window of its own. */
CLR_FN CLR_OF(total) CLR_RUN_AT(part_lanes)(const CLR_WIDE(double) sums,
                                            const CLR_AT(reach) reach, const int greatest)
{
    const CLR_WIDE(int) small      = CLR_AT(greatest_exponents)(reach) <= greatest - CLR_WINDOW;
    const CLR_WIDE(long) is_small  = CLR_WIDE(convert_long)(small);
    const CLR_WIDE(double) nothing = (CLR_WIDE(double))(0.0);
    const CLR_WIDE(double) largest = select(sums, nothing, is_small);
    const CLR_WIDE(double) rest    = select(nothing, sums, is_small);
    const CLR_AT(reach) none       = CLR_AT(no_reach)();
    const CLR_AT(reach) of_largest = {select(reach.sum, none.sum, small),
                                      select(reach.smallest, none.smallest, small)};
    const CLR_AT(reach) of_rest    = {select(none.sum, reach.sum, small),
                                      select(none.smallest, reach.smallest, small)};
    CLR_OF(total) total;

    total.sum.term[0] = CLR_ACROSS(CLR_PLUS, largest);
    total.sum.term[1] = CLR_ACROSS(CLR_PLUS, rest);
    total.is_exact    = CLR_AT(span_of)(of_largest) <= CLR_WINDOW &&
                     CLR_AT(span_of)(of_rest) <= CLR_WINDOW;
    return total;
}

CLR_FN CLR_OF(total) CLR_RUN_AT(add_apart)(const CLR_RUN_AT(lanes) lanes, const int greatest)
{
    const CLR_WIDE(int) spans =
        CLR_AT(greatest_exponents)(lanes.reach) - CLR_AT(least_exponents)(lanes.reach);
    CLR_OF(total) total;

    if (greatest == CLR_FLOAT_EXPONENTS || CLR_ACROSS(max, spans) > CLR_WINDOW)
        total.is_exact = false;
    else if (greatest - CLR_AT(least_exponent)(lanes.reach) > CLR_WINDOW_OF_LANES)
        total = CLR_RUN_AT(part_lanes)(lanes.sum, lanes.reach, greatest);
    else
        total = CLR_RUN_AT(join_lanes)(lanes.sum);
    return total;
}
#else
/* A vector of one lane has no second window: the run goes to the bins. */
CLR_FN CLR_OF(total) CLR_RUN_AT(add_apart)(const CLR_RUN_AT(lanes) lanes, const int greatest)
{
    CLR_OF(total) total;

    total.is_exact = false;
    return total;
}
#endif
