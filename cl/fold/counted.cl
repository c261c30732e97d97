/* counted - sums and counts the elements taken, for means. */
typedef struct CLR_AT(state) {
    CLR_AT(number) sum;
    CLR_WIDE(ulong) count;
} CLR_AT(state);

typedef struct CLR_AT(part) {
    CLR_AT(number) sum;
    CLR_WIDE(uint) count; /* of this run */
} CLR_AT(part);

CLR_FN CLR_AT(state) CLR_AT(none)(void)
{
    CLR_AT(state) state;

    state.sum   = CLR_AT(constant)(CLR_IDENTITY);
    state.count = (CLR_WIDE(ulong))(0);
    return state;
}

CLR_FN CLR_AT(part) CLR_AT(begin)(const CLR_AT(state) state, const CLR_AT(element) e,
                                  const ulong index)
{
    CLR_AT(part) part;

    part.sum   = state.sum;
    part.count = (CLR_WIDE(uint))(0);
    return part;
}

CLR_FN CLR_AT(part) CLR_AT(take)(CLR_AT(part) part, const CLR_AT(element) e, const ulong index)
{
    part.sum = CLR_AT(add)(part.sum, CLR_AT(lift)(e));
    part.count += 1 - (CLR_WIDE(as_uint)(CLR_WIDE(convert_int)(CLR_IS_ABSENT(e))) & 1);
    return part;
}

CLR_FN CLR_AT(state) CLR_AT(end)(CLR_AT(state) state, const CLR_AT(part) part)
{
    state.sum = part.sum;
    state.count += CLR_WIDE(convert_ulong)(part.count);
    return state;
}

CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    CLR_AT(state) state;

    state.sum   = CLR_AT(add)(a.sum, b.sum);
    state.count = a.count + b.count;
    return state;
}

#ifdef CLR_NARROW
CLR_FN CLR_OF(state) CLR_OF(empty)(void)
{
    return CLR_OF(none)();
}

CLR_FN CLR_OF(state) CLR_OF(read_state)(volatile __global const CLR_OF(state) *at)
{
    CLR_OF(state) state;

    state.sum   = CLR_OF(read_number)(&at->sum);
    state.count = at->count;
    return state;
}
#else
CLR_FN CLR_OF(state) CLR_OF(lane)(const CLR_AT(state) lanes, const uint lane)
{
    union {
        CLR_WIDE(ulong) lanes;
        ulong lane[CLR_WIDTH];
    } count;
    CLR_OF(state) state;

    count.lanes = lanes.count;
    state.sum   = CLR_OF(number_lane)(lanes.sum, lane);
    state.count = count.lane[lane];
    return state;
}
#endif
