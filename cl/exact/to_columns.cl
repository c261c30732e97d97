/* to_columns - set_aside() of floats: adds a run that does not fit the terms to the item's column
 * (cl/exact/columns.cl). Infinities and NaNs are noted in `seen`. */
/* Whether the run has no infinity and no NaN: by bits, as fast math assumes that comparisons of
 * floats meet none. */
CLR_FN bool CLR_RUN_AT(is_finite)(const CLR_AT(lifted) *lifted)
{
    CLR_WIDE(uint) largest = (CLR_WIDE(uint))(0);

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        largest = max(largest, CLR_AT(bits_of)(lifted[l]) & (CLR_FLOAT_SIGN - 1));
    }
    return CLR_ACROSS(max, largest) < CLR_FLOAT_INFINITY;
}

#if CLR_GROUP_SIZE == 1
/* An element's row and its digits are found for all lanes at once, in one word, so that the loop
 * that adds reads one word an element. */
CLR_FN void CLR_RUN_AT(add_to_columns)(__local CLR_OF(columns) *columns,
                                       const CLR_AT(lifted) *lifted)
{
    union {
        CLR_WIDE(ulong) lanes[CLR_LENGTH];
        ulong each[CLR_LENGTH * CLR_WIDTH];
    } words;

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        const CLR_WIDE(uint) bits = CLR_WIDE(as_uint)(lifted[l]);
        const CLR_WIDE(uint) sign_and_exponent = bits >> CLR_FLOAT_FRACTION_BITS;
        const CLR_WIDE(uint) one =
            min(sign_and_exponent & CLR_FLOAT_EXPONENTS, (CLR_WIDE(uint))(1));
        const CLR_WIDE(uint) m   = (bits & CLR_FLOAT_FRACTION) | (one << CLR_FLOAT_FRACTION_BITS);
        const CLR_WIDE(uint) row = sign_and_exponent * CLR_COLUMNS;

        words.lanes[l] = CLR_WIDE(convert_ulong)(row) << 32 | CLR_WIDE(convert_ulong)(m);
    }
#pragma unroll 4
    for (uint k = 0; k < CLR_LENGTH * CLR_WIDTH; k++)
        columns->sum[(words.each[k] >> 32) + k % CLR_COLUMNS] += (uint)words.each[k];
}
#else
CLR_FN void CLR_RUN_AT(add_to_columns)(__local CLR_OF(columns) *columns,
                                       const CLR_AT(lifted) *lifted)
{
    const CLR_RUN_AT(elements) elements = CLR_RUN_AT(elements_of)(lifted);

    CLR_OF(open_column)(columns);
#pragma unroll
    for (uint k = 0; k < CLR_LENGTH * CLR_WIDTH; k++) {
        const uint row = (as_uint(elements.each[k]) >> (CLR_FLOAT_FRACTION_BITS + CLR_ROW_LOG2)) &
                         (CLR_COLUMN_ROWS - 1);

        columns->sum[row * CLR_COLUMNS + CLR_ITEM] += CLR_OF(addend_of)(elements.each[k]);
    }
}
#endif

/* The `seen` bit of a run with an element other than -0; a run that did not fit the terms has
 * one. */
CLR_FN uint CLR_RUN_AT(others_of)(const CLR_AT(lifted) *lifted)
{
#if CLR_TERMS
    return CLR_SEEN_OTHER;
#else
    CLR_WIDE(uint) others = (CLR_WIDE(uint))(0);

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        others |= CLR_WIDE(as_uint)(lifted[l]) ^ CLR_FLOAT_SIGN;
    }
    return CLR_ACROSS(CLR_OR, others) ? CLR_SEEN_OTHER : 0;
#endif
}

CLR_FN CLR_AT(state) CLR_RUN_AT(set_aside)(__local CLR_OF(bins) *bins, CLR_AT(state) state,
                                           const CLR_AT(lifted) *lifted)
{
    CLR_AT(lifted) rest[CLR_LENGTH];

    state.seen |= CLR_SEEN_BINS | CLR_RUN_AT(others_of)(lifted);
#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        rest[l] = lifted[l];
    }
    if (!CLR_RUN_AT(is_finite)(lifted)) {
#pragma unroll
        for (uint l = 0; l < CLR_LENGTH; l++) {
            state.seen |= CLR_AT(sift)(rest + l);
        }
    }
    CLR_RUN_AT(add_to_columns)(&bins->columns, rest);
    return state;
}
