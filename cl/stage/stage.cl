/*
 * stage - a group's copy of neighbouring elements in local memory: CLR_STAGE of each input, at most,
 * and those around them that share a vector with them. Items load vectors, whatever they are made of;
 * then each reads the elements of results of its own. It is made of units, words or elements that are
 * longer than one, of which CLR_STAGE_LINE fill a line of all banks. After every line one is left out,
 * so that items whose results are a power of two long do not meet in one bank. So all units stay
 * aligned, as they have to be on NVIDIA's cards, and no element lies on both sides of what is left out.
 * A close stage leaves out none: there items whose results are of odd length do not meet, and vectors
 * stay whole. The kernel says which, by a constant: told by the launch, it would cost each element.
 */
/*
 * needs:    CLR_STAGE CLR_LANES clr_held CLR_STAGE_UNIT CLR_STAGE_LINE CLR_STAGE_GROUP_SIZE
 *           clr_lanes_held CLR_EACH_INPUT clr_lanes_inputs clr_inputs clr_span clr_cut clr_past
 *           CLR_ITEM clr_lanes_read_inputs clr_read_inputs
 * provides: CLR_STAGE_BYTES CLR_STAGE_UNITS CLR_STAGE_LOADS CLR_STAGE_VECTOR_UNITS CLR_STAGE_TURN
 *           CLR_STAGE_CELLS CLR_STAGE_FIELD CLR_STAGE_OF clr_stage clr_staged clr_stage_unit
 *           clr_stage_cell CLR_STAGE_VECTOR CLR_STAGE_ELEMENT CLR_STAGE_READ CLR_STAGE_MOVE
 *           clr_stage_put_vector clr_stage_put clr_stage_get clr_stage_span clr_stage_fill
 */
#define CLR_STAGE_BYTES ((CLR_STAGE + CLR_LANES) * sizeof(clr_held))
#define CLR_STAGE_UNITS (CLR_STAGE_BYTES / sizeof(CLR_STAGE_UNIT) * (CLR_STAGE_LINE + 1) / CLR_STAGE_LINE + 1)
#define CLR_STAGE_LOADS (CLR_STAGE / CLR_LANES / CLR_STAGE_GROUP_SIZE)
#define CLR_STAGE_VECTOR_UNITS (sizeof(clr_lanes_held) / sizeof(CLR_STAGE_UNIT))
#define CLR_STAGE_TURN (CLR_STAGE_GROUP_SIZE * CLR_STAGE_VECTOR_UNITS / CLR_STAGE_LINE * (CLR_STAGE_LINE + 1))

#define CLR_STAGE_CELLS(x)                                                                         \
    __local CLR_STAGE_UNIT staged_##x[CLR_STAGE_UNITS]                                             \
        __attribute__((aligned(sizeof(clr_lanes_held))));
#define CLR_STAGE_FIELD(x) __local CLR_STAGE_UNIT *x;
#define CLR_STAGE_OF(x)    stage.x = staged_##x;

typedef struct clr_stage {
    bool is_close;
    CLR_EACH_INPUT(CLR_STAGE_FIELD)
} clr_stage;

/* What is on it: results of a batch, the first of which begins at a place of the stage. */
typedef struct clr_staged {
    clr_stage stage;
    uint place;
    uint begin; /* the same in elements of the batch */
    uint row;
    uint rows;
    uint longest; /* those that have more elements are not wanted */
} clr_staged;

/* Where the unit is that would be at that place, were none left out. */
CLR_FN uint clr_stage_unit(const bool is_close, const uint unit)
{
    return is_close ? unit : unit + unit / CLR_STAGE_LINE;
}

/* Where element number `at` of the stage is. */
CLR_FN __local clr_held *clr_stage_cell(const bool is_close, __local CLR_STAGE_UNIT *units,
                                        const uint at)
{
    const uint of_unit = (uint)(sizeof(CLR_STAGE_UNIT) / sizeof(clr_held));

    return (__local clr_held *)(units + clr_stage_unit(is_close, at / of_unit)) + at % of_unit;
}

#define CLR_STAGE_VECTOR(x)                                                                        \
    {                                                                                              \
        union {                                                                                    \
            clr_lanes_held held;                                                                   \
            CLR_STAGE_UNIT units[CLR_STAGE_VECTOR_UNITS];                                          \
        } vector;                                                                                  \
        const uint unit  = (uint)sizeof(CLR_STAGE_UNIT);                                           \
        const uint first = clr_stage_unit(stage.is_close, at * (uint)sizeof(clr_held) / unit);     \
                                                                                                   \
        vector.held = inputs.x;                                                                    \
        if (stage.is_close)                                                                        \
            ((__local clr_lanes_held *)(stage.x + first))[load * CLR_STAGE_GROUP_SIZE] =           \
                inputs.x;                                                                          \
        else                                                                                       \
            _Pragma("unroll") for (uint u = 0; u < CLR_STAGE_VECTOR_UNITS; u++)                    \
                stage.x[first + load * CLR_STAGE_TURN + u] = vector.units[u];                      \
    }
#define CLR_STAGE_ELEMENT(x) *clr_stage_cell(stage.is_close, stage.x, at) = inputs.x;
#define CLR_STAGE_READ(x)    inputs.x = *clr_stage_cell(stage.is_close, stage.x, at);
#define CLR_STAGE_MOVE(x)    span.x += first;

/* So many turns of the group behind place `at`: a turn is whole lines. */
CLR_FN void clr_stage_put_vector(const clr_stage stage, const uint at, const uint load,
                                 const clr_lanes_inputs inputs)
{
    CLR_EACH_INPUT(CLR_STAGE_VECTOR)
}

CLR_FN void clr_stage_put(const clr_stage stage, const uint at, const clr_inputs inputs)
{
    CLR_EACH_INPUT(CLR_STAGE_ELEMENT)
}

CLR_FN clr_inputs clr_stage_get(const clr_stage stage, const uint at)
{
    clr_inputs inputs;

    CLR_EACH_INPUT(CLR_STAGE_READ)
    return inputs;
}

/* Of all inputs so many elements from `first` on. */
CLR_FN clr_span clr_stage_span(clr_span span, const ulong first, const uint count)
{
    CLR_EACH_INPUT(CLR_STAGE_MOVE)
    span.count = count;
    span.base  = 0;
    return clr_cut(span);
}

/*
 * Brings all elements of a span that is cut, CLR_STAGE at most, all vectors in flight at once. The
 * place in the stage of the first one comes back: vectors stay aligned. An item's vectors lie a turn
 * of the group apart, and those outside vectors are fewer than its items.
 */
CLR_FN uint clr_stage_fill(const clr_stage stage, const clr_span span)
{
    const uint shift   = clr_past(span.x);
    const uint head    = (uint)span.head;
    const uint vectors = (uint)span.vectors;
    const uint edges   = (uint)span.count - vectors * CLR_LANES;
    const int  left    = (int)vectors - (int)CLR_ITEM;
    const uint first   = head + CLR_ITEM * CLR_LANES;
    clr_lanes_inputs loaded[CLR_STAGE_LOADS];

#pragma unroll
    for (uint load = 0; load < CLR_STAGE_LOADS; load++) {
        if ((int)(load * CLR_STAGE_GROUP_SIZE) < left)
            loaded[load] = clr_lanes_read_inputs(
                span, first + (ulong)(load * CLR_STAGE_GROUP_SIZE * CLR_LANES));
    }
    if (CLR_ITEM < edges) {
        const uint i = CLR_ITEM < head ? CLR_ITEM : CLR_ITEM + vectors * CLR_LANES;

        clr_stage_put(stage, shift + i, clr_read_inputs(span, i));
    }
#pragma unroll
    for (uint load = 0; load < CLR_STAGE_LOADS; load++) {
        if ((int)(load * CLR_STAGE_GROUP_SIZE) < left)
            clr_stage_put_vector(stage, shift + first, load, loaded[load]);
    }
    return shift;
}
