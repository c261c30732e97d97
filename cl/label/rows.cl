/*
 * rows - an exact sum of floats to which many items add at once, in any order: CLR_CELL_ROWS
 * integers of 64 bits. Row r counts units of 2^(r 2^CLR_CELL_ROW_LOG2 - CLR_DEPTH), and takes
 * numbers whose first binade is one of 2^CLR_CELL_ROW_LOG2. For floats that is 8: a significand of
 * 24 bits shifted by at most 7 is below 2^31 units, so an element is one addition. For doubles it
 * is 32: a significand of 53 bits shifted by at most 31 is three numbers of 32 bits, for three
 * rows. So a row has room for 2^30 elements, after which its upper bits are carried to the next
 * (CLRI_CELL_ELEMENTS in src/shape/cells/label_grid.h). The last row takes carries.
 */
typedef struct CLR_OF(state) {
    ulong rows;  /* address, in 64 bits on any device; 0: no elements */
    ulong apart; /* from a row to the next */
    uint seen; /* CLR_SEEN_... of src/base/flag.def */
    uint used; /* CLR_ROW_BIT of rows that may not be 0: told->rows of cl/reduce_labels.cl */
} CLR_OF(state);

CLR_FN CLR_OF(state) CLR_OF(none)(void)
{
    const CLR_OF(state) state = {0, 0, 0, 0};

    return state;
}

CLR_FN CLR_OF(state) CLR_OF(empty)(void)
{
    const CLR_OF(state) state = {0, 0, CLR_SEEN_OTHER, 0};

    return state;
}

CLR_FN CLR_OF(state) CLR_OF(read_state)(volatile __global const CLR_OF(state) *at)
{
    const CLR_OF(state) state = {at->rows, at->apart, at->seen, at->used};

    return state;
}

/* The bit of 32 that stands for a row, or for two neighbours if there are more rows. */
#if CLR_CELL_ROW_LOG2 < 5
#define CLR_CHANGES 1
#define CLR_ROW_BIT(row) (1u << min((uint)(row), 31u))
#else
#define CLR_CHANGES 3
#define CLR_ROW_BIT(row) (1u << min((uint)(row) / 2, 31u))
#endif

/* An element's change of its label: x[k] is added to row `row` + k, `seen` to the label's bits. */
typedef struct clr_change {
    ulong x[CLR_CHANGES];
    uint row;
    uint seen;
    uint count; /* of elements, if they are counted */
    uint gap;   /* explicit padding: src/base/source.h */
} clr_change;

/* Puts m 2^place, or its negative, into the change: as one number, or as digits of 32 bits for
 * three rows. */
CLR_FN void CLR_OF(change_rows)(clr_change *change, const CLR_OF(parts) parts)
{
    const uint shift = parts.place & ((1u << CLR_CELL_ROW_LOG2) - 1);

    change->row  = parts.place >> CLR_CELL_ROW_LOG2;
#if CLR_CHANGES == 1
    change->x[0] = parts.m << shift;
#else
    change->x[0] = (uint)(parts.m << shift);
    change->x[1] = (uint)(parts.m >> (31 - shift) >> 1); /* each shift is by at most 32 */
    change->x[2] = (uint)(parts.m >> (31 - shift) >> 1 >> 32);
#endif
#pragma unroll
    for (uint k = 0; k < CLR_CHANGES; k++)
        change->x[k] = parts.negative ? 0 - change->x[k] : change->x[k];
}

CLR_FN clr_change CLR_OF(change_of)(const CLR_OF(element) e)
{
    const CLR_OF(parts) parts = CLR_OF(parts_of)(CLR_OF(lift)(e));
    clr_change change;

    change.count = 0;
    change.row   = 0;
#pragma unroll
    for (uint k = 0; k < CLR_CHANGES; k++)
        change.x[k] = 0;
    if (parts.is_nan)
        change.seen = CLR_SEEN_NAN;
    else if (parts.is_inf)
        change.seen = parts.negative ? CLR_SEEN_MINUS : CLR_SEEN_PLUS;
    else if (parts.m == 0)
        change.seen = parts.negative ? CLR_SEEN_MINUS_ZERO : CLR_SEEN_OTHER;
    else {
        change.seen = 0;
        CLR_OF(change_rows)(&change, parts);
    }
    return change;
}

/* Carries the upper bits of all rows but the last to the next row. */
CLR_FN void CLR_OF(carry_rows)(__global ulong *rows, const ulong apart)
{
    const ulong mask = (1UL << (1 << CLR_CELL_ROW_LOG2)) - 1;
    long carry       = 0;

    for (uint row = 0; row + 1 < CLR_CELL_ROWS; row++) {
        const long x = (long)rows[row * apart] + carry;

        rows[row * apart] = (ulong)x & mask;
        carry             = x >> (1 << CLR_CELL_ROW_LOG2);
    }
    rows[(CLR_CELL_ROWS - 1) * apart] += (ulong)carry;
}

/* The sum in CLR_DIGITS limbs, with its sign. Rows that no element has changed are not read: most
 * data lie in few rows. */
CLR_FN clr_limbs CLR_OF(number_of)(const CLR_OF(state) state, CLR_LIMB_SPACE uint *limbs)
{
    const int bits = 1 << CLR_CELL_ROW_LOG2;
    __global const ulong *row_sums = (__global const ulong *)(uintptr_t)state.rows;
    const int rows = state.rows ? CLR_CELL_ROWS : 0;
    const int end  = CLR_DIGITS * (32 / bits);
    const ulong mask = (1UL << bits) - 1;
    clr_limbs sum;
    long carry = 0;
    uint limb  = 0;
    uint one   = 1;

    for (int row = 0; row < end; row++) {
        const int  at = row * bits & 31;
        const bool is_used = row < rows && (state.used & CLR_ROW_BIT(row));
        const long x  = (is_used ? (long)row_sums[row * state.apart] : 0) + carry;

        limb |= (uint)((ulong)x & mask) << at;
        carry = x >> bits;
        if (at + bits == 32) {
            limbs[row * bits / 32] = limb;
            limb                   = 0;
        }
    }
    for (int i = 0; carry < 0 && i < CLR_DIGITS; i++) {
        limbs[i] = ~limbs[i] + one;
        one &= limbs[i] == 0 ? 1 : 0;
    }
    sum             = clr_limbs_of(limbs, 0, CLR_DIGITS);
    sum.is_negative = carry < 0;
    return sum;
}
