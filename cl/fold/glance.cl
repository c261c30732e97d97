/*
 * glance - finds the best key of a run without its index first: most runs do not beat the state,
 * and need no second look. Indices in a run are numbers as short as the key.
 */
CLR_FN CLR_AT(number) CLR_RUN_AT(best_of)(const CLR_ALL(inputs) *inputs, const ulong index,
                                          const ulong step, const ulong n)
{
    CLR_AT(number) best = CLR_AT(lift)(CLR_AT(element_of)(inputs[0], index, n));

#pragma unroll
    for (uint l = 1; l < CLR_LENGTH; l++) {
        best = CLR_BEST(best, CLR_AT(lift)(CLR_AT(element_of)(inputs[l], index + l * step, n)));
    }
    return CLR_AT(alike)(best);
}

/* The first element whose key equals the best. */
CLR_FN CLR_WIDE(CLR_PLACE) CLR_RUN_AT(place_of)(const CLR_AT(number) best,
                                                const CLR_ALL(inputs) *inputs, const ulong index,
                                                const ulong step, const ulong n)
{
    CLR_WIDE(CLR_PLACE) place = (CLR_WIDE(CLR_PLACE))(0);

#pragma unroll
    for (uint l = CLR_LENGTH - 1; l > 0; l--) {
        const CLR_AT(number) key =
            CLR_AT(alike)(CLR_AT(lift)(CLR_AT(element_of)(inputs[l], index + l * step, n)));

        place = key == best ? (CLR_WIDE(CLR_PLACE))((CLR_PLACE)(l * step)) : place;
    }
    return CLR_AT(alike)(CLR_AT(lift)(CLR_AT(element_of)(inputs[0], index, n))) == best
               ? (CLR_WIDE(CLR_PLACE))(0)
               : place;
}

CLR_FN CLR_AT(state) CLR_RUN_AT(fold)(const CLR_AT(state) state, const CLR_ALL(inputs) *inputs,
                                      const ulong index, const ulong step, const ulong n)
{
    const CLR_AT(number) best = CLR_RUN_AT(best_of)(inputs, index, step, n);

    if (CLR_ANY_LANE(CLR_BEATS(best, state.key)))
        return CLR_AT(better)(state, best, index,
                              CLR_RUN_AT(place_of)(best, inputs, index, step, n));
    return state;
}
