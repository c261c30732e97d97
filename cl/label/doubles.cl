/*
 * doubles - an item alone has a double for each label, to which it adds floats while that is exact,
 * as it nearly always is: floats have 24 bits, a double 53. Where an addition would round, the
 * double is added to the label's rows (cl/label/rows.cl), and begins anew with the element. Each
 * double begins with -0, and stays -0 while all elements are -0; it is always finite. By 32 to 2^16
 * labels uniform numbers take 0.5 to 0.6 of the time that rows took
 * (docs/history/2026-11-25-cpu-shapes.md, "A double for each label").
 *
 * No addition rounds: if t is a + x as rounded, TwoSum (Knuth) says that a + x = t + (a - a') + (x
 * - x') with a' = t - x and x' = t - a', as rounded: both differences are 0 where t - x is a and t
 * - a is x.
 *
 * Rows have room for 2^30 numbers below 2^31. A launch has at most 2^30 elements
 * (src/shape/cells/label_grid.h); a double that goes to rows stands for at least one of them, and
 * gives a row at most one number, which is below 2^31 but in the last two rows of 33. These two get
 * at most the sum of all magnitudes: it is below 2^30 2^128, which is 2^59 units of row 31, of
 * 2^(8 31 - CLR_DEPTH) = 2^99 each.
 */
typedef struct clr_doubles {
    __global double *sums;
    __global ulong *counts; /* the labels' counts, if elements are counted */
    __global uint *seen;
    clr_cells cells; /* the labels' cells in global memory */
    uint results;
} clr_doubles;

/* The doubles lie in the memory of the item's own rows and counts (cl/label/near_alone.cl), which
 * are cleared when doubles are given up. */
CLR_FN clr_doubles clr_doubles_of(const clr_near near, __global uint *seen)
{
    clr_doubles own;

    own.sums    = (__global double *)near.numbers;
    own.counts  = near.numbers + near.results;
    own.seen    = seen;
    own.cells   = near.cells;
    own.results = near.results;
    return own;
}

CLR_FN void clr_doubles_begin(const clr_doubles own)
{
    for (uint label = 0; label < own.results; label++)
        own.sums[label] = -0.0;
#if CLR_COUNTED
    for (uint label = 0; label < own.results; label++)
        own.counts[label] = 0;
#endif
}

/* Where a label's double lies, for prefetching; labels without a result get the place behind the
 * last. */
CLR_FN __global const double *clr_doubles_sum(const clr_doubles own, const ulong label)
{
    return own.sums + min(label, (ulong)own.results);
}

/*
 * Adds a double that is not 0 to the label's rows. Its lowest bit chooses the row, so that it is m
 * 2^(8 row - CLR_DEPTH): an odd number of 53 bits at most, shifted up by at most 7; by more in the
 * last row, where the bound is the sum of all magnitudes. An m below 2^31 is one addition, as an
 * element is; else its lower 16 bits are, and then the others, two rows higher. Returns the rows
 * changed.
 */
CLR_FN uint clr_doubles_drop(const clr_doubles own, const uint label, const double sum)
{
    __global ulong *cell = clr_cell_of(own.cells, label);
    const ulong bits     = as_ulong(sum);
    const uint  exponent = (uint)(bits >> CLR_DOUBLE_FRACTION_BITS) & CLR_DOUBLE_EXPONENTS;
    const ulong mantissa = (bits & CLR_DOUBLE_FRACTION) | CLR_DOUBLE_HIDDEN;
    const uint  zeros    = 63 - (uint)clz(mantissa & (0 - mantissa));
    const uint  place    = exponent + zeros + CLR_DEPTH - CLR_DOUBLE_FRACTION_BITS - CLR_DOUBLE_BIAS;
    uint  row  = min(place >> CLR_CELL_ROW_LOG2, (uint)CLR_CELL_ROWS - 1);
    ulong m    = mantissa >> zeros << (place - (row << CLR_CELL_ROW_LOG2));
    uint  rows = 0;

    for (; m; row += 2) {
        const bool  is_last = m >> 31 == 0 || row + 2 >= CLR_CELL_ROWS;
        const ulong part    = is_last ? m : m & 0xffff;

        clr_add_to(cell + row * own.cells.apart, sum < 0.0 ? 0 - part : part);
        rows |= CLR_ROW_BIT(row);
        m = is_last ? 0 : m >> 16;
    }
    return rows;
}

/* Whether a + b is `sum` exactly, and finite. Bits of the first difference are compared, so that b
 * = -0 fails: no difference of two equal numbers is -0, and the label has to be told of it. */
CLR_FN bool clr_doubles_is_exact(const double sum, const double a, const double b)
{
    return as_ulong(sum - a) == as_ulong(b) && sum - b == a;
}

/* An element that cannot be added: if it is not finite, or -0, sets the label's `seen` bits; else
 * the double goes to the rows. Returns the rows changed, none if nothing was inexact. */
CLR_COLD uint clr_doubles_keep(const clr_doubles own, const uint label, const clr_m0_element e)
{
    const uint seen  = clr_m0_change_of(e).seen;
    const double sum = own.sums[label];

    if (seen) {
        clr_label_tell(own.seen, label, seen);
        return 0;
    }
    own.sums[label] = (double)clr_m0_lift(e);
    return clr_doubles_drop(own, label, sum);
}

/* Adds an element, whose label has a result; returns whether the double went to rows, as the sum
 * was inexact, and adds to `rows` the rows changed. */
CLR_FN bool clr_doubles_take(const clr_doubles own, const uint label, const clr_m0_element e,
                             uint *rows)
{
    const double before = own.sums[label];
    const double x      = (double)clr_m0_lift(e);
    const double sum    = before + x;
    uint changed = 0;

#if CLR_COUNTED
    CLR_COUNT_ELEMENTS(own.counts[label], e)
#endif
    if (clr_doubles_is_exact(sum, before, x))
        own.sums[label] = sum;
    else
        changed = clr_doubles_keep(own, label, e);
    *rows |= changed;
    return changed != 0;
}

/* Adds the doubles to the labels' rows in global memory. Returns the rows changed. */
CLR_FN uint clr_doubles_hand_over(const clr_doubles own)
{
    uint rows = 0;

    for (uint label = 0; label < own.results; label++) {
        const double sum = own.sums[label];

        if (as_ulong(sum) != as_ulong(-0.0))
            clr_label_tell(own.seen, label, CLR_SEEN_OTHER);
        if (sum != 0.0)
            rows |= clr_doubles_drop(own, label, sum);
    }
#if CLR_COUNTED
    for (uint label = 0; label < own.results; label++)
        if (own.counts[label])
            clr_add_to(clr_cell_of(own.cells, label) + (CLR_CELL_LONGS - 1) * own.cells.apart,
                       own.counts[label]);
#endif
    return rows;
}
