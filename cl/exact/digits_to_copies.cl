/* digits_to_copies - set_aside() by integers: adds a run that does not fit the terms to a copy of
 * the group's bins (cl/exact/copies.cl). For products of doubles, and without fp64 for doubles and
 * products of floats, too; cl/exact/to_copies.cl adds the others as doubles. Infinities and NaNs
 * are noted in `seen`. */
#if CLR_COPIES
/* Adds m 2^place of each lane, m of at most 53 bits, or subtracts it where `sign` is all ones. */
CLR_FN void CLR_RUN_AT(add_lanes)(__local int *copy, const CLR_WIDE(ulong) m,
                                  const CLR_WIDE(ulong) sign, const CLR_WIDE(uint) place)
{
    union {
        CLR_WIDE(ulong) lanes;
        long each[CLR_WIDTH];
    } number;
    union {
        CLR_WIDE(uint) lanes;
        uint each[CLR_WIDTH];
    } at;

    number.lanes = (m ^ sign) - sign;
    at.lanes     = place;
#pragma unroll
    for (uint k = 0; k < CLR_WIDTH; k++) {
        CLR_OF(add_digits)(copy, number.each[k], at.each[k]);
    }
}

/* Adds a vector: of doubles' products, which have 106 bits (CLR_ROW_DIGITS is 4), two numbers a
 * lane, of all else one. Returns whether any element is not -0. */
CLR_FN bool CLR_RUN_AT(add_vector)(__local int *copy, const CLR_AT(digits) digits)
{
    const CLR_WIDE(uint) place = CLR_WIDE(convert_uint)(digits.place);
    CLR_WIDE(ulong) others     = digits.m | ~digits.sign; /* -0 has no digits and a sign */

#if CLR_ROW_DIGITS == 4
    const CLR_WIDE(ulong) upper =
        digits.above << (64 - CLR_DOUBLE_DIGITS) | digits.m >> CLR_DOUBLE_DIGITS;

    CLR_RUN_AT(add_lanes)(copy, digits.m & (2 * CLR_DOUBLE_HIDDEN - 1), digits.sign, place);
    CLR_RUN_AT(add_lanes)(copy, upper, digits.sign, place + CLR_DOUBLE_DIGITS);
    others |= upper;
#else
    CLR_RUN_AT(add_lanes)(copy, digits.m, digits.sign, place);
#endif
    return CLR_ACROSS(CLR_OR, others) != 0;
}

/* The copy has room for CLR_AT_ONCE vectors, which are all of the run or one vector
 * (cl/exact/copies.cl); after each CLR_AT_ONCE vectors keep_room() makes room for as many again. It
 * is told of two numbers a lane, the most that an element comes to. The item's number waits for
 * `seen`, or its address would be held in registers ahead of the loop over runs
 * (item_found_late()). */
CLR_FN CLR_AT(state) CLR_RUN_AT(set_aside)(__local CLR_OF(bins) *bins, CLR_AT(state) state,
                                           const CLR_AT(lifted) *lifted)
{
    const uint item   = CLR_OF(item_found_late)(state.seen);
    __local int *copy = CLR_OF(copy_of)(&bins->copies, item);
    CLR_AT(lifted) rest[CLR_LENGTH];

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        rest[l] = lifted[l];
        state.seen |= CLR_AT(sift)(rest + l);
    }
    /* A loop for its small code: vectors move to the front, as registers have no indices
     * (cl/exact/across.cl). */
#pragma unroll 1
    for (uint l = 0; l < CLR_LENGTH; l++) {
        if (CLR_RUN_AT(add_vector)(copy, CLR_AT(digits_of)(CLR_FIRST_OF(rest, l))))
            state.seen |= CLR_SEEN_OTHER;
        if ((l + 1) % CLR_AT_ONCE == 0)
            CLR_OF(keep_room)(&bins->copies, item, 2 * CLR_AT_ONCE * CLR_WIDTH);
        CLR_MOVE_UP(rest, CLR_LENGTH)
    }
    state.seen |= CLR_SEEN_BINS;
    return state;
}
#endif
