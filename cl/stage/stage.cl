/*
 * stage - a group's copy of neighbouring elements in local memory: at most CLR_STAGE of each input,
 * and those around them that share a vector with them. Vectors are copied whole; then each item
 * reads the elements of its results.
 *
 * It is made of chunks of 16 bytes, or of a whole vector if that is shorter; for elements shorter
 * than a word, of words. One chunk is skipped after every 32, so that items whose results have a
 * power of two as length use different banks.
 */
#define CLR_STAGE_LINE (32 * (uint)(sizeof(CLR_STAGE_CHUNK) / sizeof(clr_held))) /* elements */
#define CLR_STAGE_CHUNKS                                                                           \
    ((CLR_STAGE + CLR_LANES) * sizeof(clr_held) / sizeof(CLR_STAGE_CHUNK) * 33 / 32 + 1)

#define CLR_STAGE_TURN  (CLR_STAGE_GROUP_SIZE * CLR_LANES) /* elements a group copies at once */
#define CLR_STAGE_LOADS (CLR_STAGE / CLR_STAGE_TURN)

#define CLR_STAGE_CELLS(x)                                                                         \
    __local CLR_STAGE_CHUNK staged_##x[CLR_STAGE_CHUNKS]                                           \
        __attribute__((aligned(sizeof(clr_lanes_held))));
#define CLR_STAGE_FIELD(x) __local CLR_STAGE_CHUNK *x;
#define CLR_STAGE_OF(x)    stage.x = staged_##x;

typedef struct clr_stage {
    CLR_EACH_INPUT(CLR_STAGE_FIELD)
    CLR_SCALARS_FIELD
} clr_stage;

/* The results of a batch in local memory; the first begins at `place`. */
typedef struct clr_staged {
    clr_stage stage;
    uint place;
    uint begin; /* likewise, in elements of the batch */
    uint count; /* elements */
    uint row;
    uint rows;
} clr_staged;

/* The index of element `at`, with skipped chunks. */
CLR_FN uint clr_stage_place(const uint at)
{
    return at + at / CLR_STAGE_LINE * (CLR_STAGE_LINE / 32);
}

#define CLR_STAGE_ELEMENT(x) ((__local clr_held *)stage.x)[clr_stage_place(at)] = inputs.x;
#define CLR_STAGE_READ(x)    inputs.x = ((__local clr_held *)stage.x)[clr_stage_place(at)];
#define CLR_STAGE_MOVE(x)    span.x += first;

CLR_FN void clr_stage_put(const clr_stage stage, const uint at, const clr_inputs inputs)
{
    CLR_EACH_INPUT(CLR_STAGE_ELEMENT)
}

CLR_FN clr_inputs clr_stage_get(const clr_stage stage, const uint at)
{
    clr_inputs inputs;

    CLR_EACH_INPUT(CLR_STAGE_READ)
    CLR_COPY_SCALARS(inputs, stage)
    return inputs;
}

/* A span of `count` elements from `first` on of all inputs. */
CLR_FN clr_span clr_stage_span(clr_span span, const ulong first, const uint count)
{
    CLR_EACH_INPUT(CLR_STAGE_MOVE)
    span.count = count;
    span.base  = 0;
    return clr_cut(span);
}
