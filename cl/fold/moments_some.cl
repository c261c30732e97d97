/*
 * moments_some - runs of which some elements are not taken, so that lanes' counts differ. A lane's
 * first run takes distances from its first element taken.
 */
typedef struct CLR_AT(part) {
    CLR_WIDE(uint) count;
    CLR_WIDE(long) earlier; /* whether an earlier element was taken */
    CLR_AT(number) around;
    CLR_AT(number) sum;
    CLR_AT(number) squares;
} CLR_AT(part);

CLR_FN CLR_AT(part) CLR_AT(begin)(const CLR_AT(state) state, const CLR_AT(element) e,
                                  const ulong index)
{
    CLR_AT(part) part;

    part.count   = (CLR_WIDE(uint))(0);
    part.earlier = CLR_WIDE(convert_long)(state.count != 0);
    part.around  = state.mean;
    part.sum     = CLR_AT(constant)(0);
    part.squares = CLR_AT(constant)(0);
    return part;
}

CLR_FN CLR_AT(part) CLR_AT(take)(CLR_AT(part) part, const CLR_AT(element) e, const ulong index)
{
    const CLR_WIDE(long) counts = CLR_WIDE(convert_long)(CLR_IS_TAKEN(e));
    const CLR_WIDE(long) others = part.earlier | CLR_WIDE(convert_long)(part.count != 0);
    const CLR_AT(number) x      = CLR_AT(lift)(e);
    CLR_AT(number) distance;

    part.around = CLR_AT(pick)(others | CLR_WIDE(convert_long)(counts == 0), part.around, x);
    distance    = CLR_AT(subtract)(x, part.around);
    distance    = CLR_AT(pick)(counts, distance, CLR_AT(constant)(0));
    part.count += CLR_WIDE(convert_uint)(counts & 1);
    part.sum     = CLR_AT(add)(part.sum, distance);
    part.squares = CLR_AT(multiply_add)(distance, distance, part.squares);
    return part;
}
