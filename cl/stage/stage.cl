/*
 * stage - a group's copy of neighbouring elements in local memory: CLR_STAGE of each input, at most,
 * and those around them that share a vector with them. Vectors are put there whole; then each item reads
 * the elements of results of its own. It is made of chunks: of 16 bytes, or a whole vector that is
 * shorter; where elements are shorter than a word, of words. After every 32 chunks one is left out, so
 * that items whose results are a power of two long meet in few banks. A close stage leaves out none:
 * there items whose results are of odd length do not meet, those of any lengths meet as it happens, and
 * places cost nothing to find. Which it is, is a constant wherever elements are read: told by the launch,
 * it would cost each of them.
 */
#define CLR_STAGE_LINE (32 * (uint)(sizeof(CLR_STAGE_CHUNK) / sizeof(clr_held))) /* elements */
#define CLR_STAGE_CHUNKS                                                                           \
    ((CLR_STAGE + CLR_LANES) * sizeof(clr_held) / sizeof(CLR_STAGE_CHUNK) * 33 / 32 + 1)

#define CLR_STAGE_TURN  (CLR_STAGE_GROUP_SIZE * CLR_LANES) /* elements that a group brings at once */
#define CLR_STAGE_LOADS (CLR_STAGE / CLR_STAGE_TURN)

#define CLR_STAGE_CELLS(x)                                                                         \
    __local CLR_STAGE_CHUNK staged_##x[CLR_STAGE_CHUNKS]                                           \
        __attribute__((aligned(sizeof(clr_lanes_held))));
#define CLR_STAGE_FIELD(x) __local CLR_STAGE_CHUNK *x;
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
    uint count; /* elements */
    uint row;
    uint rows;
} clr_staged;

/* Where element number `at` is, in elements. */
CLR_FN uint clr_stage_place(const bool is_close, const uint at)
{
    return is_close ? at : at + at / CLR_STAGE_LINE * (CLR_STAGE_LINE / 32);
}

#define CLR_STAGE_ELEMENT(x) ((__local clr_held *)stage.x)[clr_stage_place(stage.is_close, at)] = inputs.x;
#define CLR_STAGE_READ(x) inputs.x = ((__local clr_held *)stage.x)[clr_stage_place(stage.is_close, at)];
#define CLR_STAGE_MOVE(x) span.x += first;

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
