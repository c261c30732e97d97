/*
 * to_columns - a run that the terms cannot take goes into the item's column, unless there is an
 * infinity or a NaN: then cl/bins/mend.cl looks at its elements one by one.
 */
CLR_FN CLR_AT(state) CLR_RUN_AT(set_aside)(__local CLR_OF(bins) *bins, CLR_AT(state) state,
                                           const CLR_AT(lifted) *lifted)
{
    const CLR_WIDE(uint) one = (CLR_WIDE(uint))(1);
    CLR_WIDE(uint) others    = (CLR_WIDE(uint))(0);
    CLR_AT(reach) reach      = CLR_AT(no_reach)();
    union {
        CLR_WIDE(uint) lanes[CLR_LENGTH];
        uint each[CLR_LENGTH * CLR_WIDTH];
    } m, at;

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        const CLR_WIDE(uint) bits     = CLR_WIDE(as_uint)(lifted[l]);
        const CLR_WIDE(uint) exponent = (bits >> 23) & 0xff;

        reach = CLR_AT(extend)(reach, lifted[l]);
        others |= bits ^ 0x80000000u;
        m.lanes[l] = (bits & 0x7fffff) | (min(exponent, one) << 23);
#if CLR_GROUP_SIZE == 1
        at.lanes[l] = (bits >> 23) * CLR_COLUMNS;
#else
        m.lanes[l]  = (m.lanes[l] ^ (0 - (bits >> 31))) + (bits >> 31);
        at.lanes[l] = max(exponent, one) - 1;
#endif
    }
    if (!CLR_AT(is_finite)(reach)) {
        state.seen |= CLR_SEEN_LEFT;
        return state;
    }
    state.seen |= CLR_SEEN_BINS | (CLR_ACROSS(CLR_OR, others) ? CLR_SEEN_OTHER : 0);
#if CLR_GROUP_SIZE == 1
    bins->columns.are_used[0] = 1;
#pragma unroll 4
    for (uint k = 0; k < CLR_LENGTH * CLR_WIDTH; k++)
        bins->columns.sum[at.each[k] + k % CLR_COLUMNS] += m.each[k];
#else
    if (!(state.seen & CLR_SEEN_ASIDE))
        atomic_or(&bins->columns.are_used[0], 1);
    state.seen |= CLR_SEEN_ASIDE;
#pragma unroll
    for (uint k = 0; k < CLR_LENGTH * CLR_WIDTH; k++) {
        const uint row = at.each[k] / 16;

        bins->columns.sum[row * CLR_COLUMNS + CLR_ITEM] +=
            (ulong)((long)(int)m.each[k] * (1 << (at.each[k] % 16)));
    }
#endif
    return state;
}
