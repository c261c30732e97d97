/* mapped - the element that a member folds is the value of the caller's map, which
 * src/problem/expression/expression.c has parsed, typed and printed: lane by lane, as the printed
 * text is of single values. */
typedef CLR_WIDE(CLR_MAPPED) CLR_AT(value);

typedef struct CLR_AT(element) {
    CLR_AT(value) x;
} CLR_AT(element);

#ifdef CLR_NARROW
/* Unused: a map need not name all inputs of its pass. */
#define CLR_NAME_INPUT(x) const CLR_VALUE x __attribute__((unused)) = inputs.x;

CLR_FN CLR_AT(element) CLR_AT(element_of)(const clr_inputs inputs, const ulong i, const ulong n)
{
    CLR_EACH_INPUT(CLR_NAME_INPUT)
    CLR_NAME_SCALARS
    const CLR_AT(element) e = {(CLR_MAPPED)(CLR_EXPRESSION)};

    return e;
}
#else
#define CLR_LANE_OF_INPUT(x)                                                                       \
    {                                                                                              \
        union {                                                                                    \
            clr_lanes_value lanes;                                                                 \
            CLR_VALUE lane[CLR_WIDTH];                                                             \
        } both;                                                                                    \
                                                                                                   \
        both.lanes = CLR_VALUE_OF(inputs.x);                                                       \
        one.x      = both.lane[lane];                                                              \
    }

CLR_FN CLR_AT(element) CLR_AT(element_of)(const clr_lanes_inputs inputs, const ulong i,
                                          const ulong n)
{
    union {
        CLR_AT(value) lanes;
        CLR_MAPPED lane[CLR_WIDTH];
    } mapped;
    CLR_AT(element) e;

#pragma unroll
    for (uint lane = 0; lane < CLR_WIDTH; lane++) {
        clr_inputs one;

        CLR_EACH_INPUT(CLR_LANE_OF_INPUT)
        CLR_COPY_SCALARS(one, inputs)
        mapped.lane[lane] = CLR_OF(element_of)(one, i + lane, n).x;
    }
    e.x = mapped.lanes;
    return e;
}
#endif
