/*
 * arg - keeps the best element's key, CLR_BEATS(a, b), and its index; of equal ones the first. In a
 * run of elements their places are told apart by a number as short as the key, and elements come in
 * ascending order, so that only a better one takes over. Before any did the index is none: if that
 * is so in the end, all elements are as bad as can be, and the first of them is the answer.
 *
 * Lanes keep the index of their vector's first element.
 */
typedef struct CLR_AT(state) {
    CLR_AT(number) key;
    CLR_WIDE(ulong) index;
} CLR_AT(state);

typedef struct CLR_AT(part) {
    CLR_AT(number) key;
    CLR_WIDE(CLR_PLACE) place; /* from `first` on */
    ulong first;
} CLR_AT(part);

#define CLR_NO_INDEX (~0UL)
#define CLR_NO_PLACE ((CLR_PLACE)~0UL)

CLR_FN CLR_AT(state) CLR_AT(none)(void)
{
    CLR_AT(state) state;

    state.key   = CLR_AT(constant)(CLR_IDENTITY);
    state.index = (CLR_WIDE(ulong))(CLR_NO_INDEX);
    return state;
}

CLR_FN CLR_AT(part) CLR_AT(begin)(const CLR_AT(state) state, const CLR_AT(element) e,
                                  const ulong index)
{
    CLR_AT(part) part;

    part.key   = state.key;
    part.place = (CLR_WIDE(CLR_PLACE))(CLR_NO_PLACE);
    part.first = index;
    return part;
}

CLR_FN CLR_AT(part) CLR_AT(take)(CLR_AT(part) part, const CLR_AT(element) e, const ulong index)
{
    const CLR_WIDE(CLR_PLACE) place = (CLR_WIDE(CLR_PLACE))((CLR_PLACE)(index - part.first));
    const CLR_AT(number) key        = CLR_AT(lift)(e);

    part.place = CLR_BEATS(key, part.key) ? place : part.place;
    part.key   = CLR_BEST(key, part.key);
    return part;
}

CLR_FN CLR_AT(state) CLR_AT(end)(CLR_AT(state) state, const CLR_AT(part) part)
{
    const CLR_WIDE(ulong) index = part.first + CLR_WIDE(convert_ulong)(part.place);

    state.key   = part.key;
    state.index = CLR_WIDE(convert_long)(part.place != CLR_NO_PLACE) ? index : state.index;
    return state;
}

#ifdef CLR_NARROW
CLR_FN CLR_OF(state) CLR_OF(empty)(void)
{
    return CLR_OF(none)();
}

CLR_FN CLR_OF(state) CLR_OF(combine)(const CLR_OF(state) a, const CLR_OF(state) b)
{
    const bool b_wins = CLR_BEATS(b.key, a.key) || (b.key == a.key && b.index < a.index);
    CLR_OF(state) state;

    state.key   = b_wins ? b.key : a.key;
    state.index = b_wins ? b.index : a.index;
    return state;
}

CLR_FN CLR_OF(state) CLR_OF(read_state)(volatile __global const CLR_OF(state) *at)
{
    CLR_OF(state) state;

    state.key   = at->key;
    state.index = at->index;
    return state;
}
#else
CLR_FN CLR_OF(state) CLR_OF(lane)(const CLR_AT(state) lanes, const uint lane)
{
    union {
        CLR_WIDE(ulong) lanes;
        ulong lane[CLR_WIDTH];
    } both;
    CLR_OF(state) state;
    ulong index;

    both.lanes  = lanes.index;
    index       = both.lane[lane];
    state.key   = CLR_OF(number_lane)(lanes.key, lane);
    state.index = index == CLR_NO_INDEX ? CLR_NO_INDEX : index + lane;
    return state;
}
#endif
