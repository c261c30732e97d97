/*
 * cells - a sum's digits of CLR_CELL_DIGITS (19) bits as integers of 32 bits in local memory, to
 * which a team's items add by atomics: CLR_AGAIN_MOST (4096) addends overflow no cell, so that
 * nothing is carried before all are there. Cell 1 counts 2^lowest. Digits below are cut off, and
 * cell 0 counts the addends that had any: each makes the sum's magnitude smaller or larger by less
 * than 2^lowest, which is the margin that cl/again/rounding.cl decides by.
 */
#define CLR_CELL_MASK ((1u << CLR_CELL_DIGITS) - 1)

/* A result's number of elements, and the divisor of its sum, or of n S2 - S1^2. */
typedef struct clr_quota {
    ulong    count;
    clr_u128 divisor;
} clr_quota;

CLR_FN void clr_cell_add(volatile __local int *cell, const int x)
{
#if CLR_GROUP_SIZE == 1
    *cell += x;
#else
    atomic_add(cell, x);
#endif
}

/* x 2^-CLR_CELL_DIGITS, rounded down; the product stands for a shift (clr_leading_bits() says
 * why). */
CLR_FN clr_u128 clr_cell_behind(const clr_u128 x)
{
    const clr_u128 behind = {x.high >> CLR_CELL_DIGITS,
                             clr_leading_bits(x.low, 64 - CLR_CELL_DIGITS) +
                                 (x.high << (64 - CLR_CELL_DIGITS))};

    return behind;
}

/* x 2^-by, rounded down. */
CLR_FN clr_u128 clr_u128_down(const clr_u128 x, const uint by)
{
    const uint bits     = by & 63;
    const ulong high    = by < 64 ? x.high : 0;
    const ulong low     = by < 64 ? x.low : x.high;
    const clr_u128 down = {high >> bits, low >> bits | (high << 1) << (63 - bits)};
    const clr_u128 none = {0, 0};

    return by < 128 ? down : none;
}

/* The addend must not be 0. */
CLR_FN void clr_cells_add(volatile __local int *cells, const int lowest, const clr_addend addend)
{
    const int above  = addend.place - lowest;
    const uint place = (uint)max(above, 0);
    const uint first = place % CLR_CELL_DIGITS;
    clr_u128 left    = clr_u128_down(addend.m, (uint)max(-above, 0));
    uint cell        = 1 + place / CLR_CELL_DIGITS;
    uint digits      = (uint)(left.low << first) & CLR_CELL_MASK;

    if (clr_addend_lowest(addend) < lowest)
        clr_cell_add(cells, 1);
    left = clr_u128_down(left, CLR_CELL_DIGITS - first);
    for (;;) {
        if (digits)
            clr_cell_add(cells + cell, addend.is_negative ? -(int)digits : (int)digits);
        if ((left.high | left.low) == 0)
            break;
        digits = (uint)left.low & CLR_CELL_MASK;
        left   = clr_cell_behind(left);
        cell++;
    }
}

/* How many cells a sum of CLR_AGAIN_MOST addends takes whose digits lie in `binades` binades, cell
 * 0 included. */
#define CLR_CELLS_FOR(binades)                                                                     \
    (1 + ((binades) + CLR_AGAIN_MOST_LOG2 + CLR_CELL_DIGITS) / CLR_CELL_DIGITS)

CLR_FN uint clr_cells_of(const int top, const int lowest)
{
    return CLR_CELLS_FOR((uint)(top - lowest));
}

/* The sum of cells 1 to count - 1 as an integer in two's complement of 256 bits. `count` must be a
 * constant, so that compilers unroll the loops and keep the words in registers. */
CLR_FN clr_wide clr_cells_total(__local const int *cells, const uint count)
{
    const uint digits = (count - 1) * CLR_CELL_DIGITS;
    ulong word[5]     = {0, 0, 0, 0, 0};
    long carry        = 0; /* in the end 0 or -1 */

#pragma unroll
    for (uint at = 0; at < digits; at += CLR_CELL_DIGITS) {
        const uint bit = at % 64;

        carry += cells[1 + at / CLR_CELL_DIGITS];
        word[at / 64] |= ((ulong)carry & CLR_CELL_MASK) << bit;
        if (bit + CLR_CELL_DIGITS > 64)
            word[at / 64 + 1] |= ((ulong)carry & CLR_CELL_MASK) >> (64 - bit);
        carry >>= CLR_CELL_DIGITS;
    }
#pragma unroll
    for (uint i = 0; i < 4; i++) {
        if (64 * i >= digits)
            word[i] = (ulong)carry;
        else if (64 * i + 64 > digits)
            word[i] |= (ulong)carry << digits % 64;
    }
    const clr_wide total = {{word[3], word[2]}, {word[1], word[0]}};

    return total;
}

/* The sum of cells 1 to count - 1 as limbs, which overwrite cells that have been read: 19 bits a
 * cell, 32 a limb. The first loop finds the sum's sign. */
CLR_FN clr_limbs clr_cells_sum(__local int *cells, const uint count)
{
    __local uint *limbs = (__local uint *)cells;
    long carry          = 0;
    ulong bits          = 0; /* digits that are no limb yet, ... */
    uint length         = 0; /* ... and their number */
    int end             = 0;
    clr_limbs sum;

    for (uint i = 1; i < count; i++)
        carry = (carry + cells[i]) >> CLR_CELL_DIGITS;
    const bool is_negative = carry < 0;

    carry = 0;
    for (uint i = 1; i < count; i++) {
        carry += is_negative ? -(long)cells[i] : (long)cells[i];
        bits |= ((ulong)carry & CLR_CELL_MASK) << length;
        carry >>= CLR_CELL_DIGITS;
        length += CLR_CELL_DIGITS;
        if (length >= 32) {
            limbs[end++] = (uint)bits;
            bits >>= 32;
            length -= 32;
        }
    }
    limbs[end++]    = (uint)bits;
    sum             = clr_limbs_of(limbs, 0, end);
    sum.is_negative = is_negative;
    return sum;
}
