/*
 * bring - copies vectors to local memory through registers, all of an item in flight at once. The
 * loads' bounds are tested anew for the stores, in another form: compilers keep a test's answers
 * from load to store in predicates, of which NVIDIA has six, and delay further loads.
 */
#define CLR_STAGE_VECTOR_CHUNKS (sizeof(clr_lanes_held) / sizeof(CLR_STAGE_CHUNK))

#define CLR_STAGE_VECTOR(x)                                                                        \
    {                                                                                              \
        union {                                                                                    \
            clr_lanes_held  held;                                                                  \
            CLR_STAGE_CHUNK chunks[CLR_STAGE_VECTOR_CHUNKS];                                       \
        } vector;                                                                                  \
        __local clr_held *cells = (__local clr_held *)stage.x + place;                              \
                                                                                                   \
        vector.held = inputs.x;                                                                    \
        _Pragma("unroll") for (uint c = 0; c < CLR_STAGE_VECTOR_CHUNKS; c++)                       \
            ((__local CLR_STAGE_CHUNK *)cells)[c] = vector.chunks[c];                              \
    }

CLR_FN void clr_stage_put_vector(const clr_stage stage, const uint place, const clr_lanes_inputs inputs)
{
    CLR_EACH_INPUT(CLR_STAGE_VECTOR)
}

CLR_FN void clr_stage_bring(const clr_stage stage, const clr_span span, const uint shift)
{
    const uint head  = (uint)span.head;
    const uint past  = head + (uint)span.vectors * CLR_LANES;
    const uint first = head + CLR_ITEM * CLR_LANES;
    const int  left  = (int)span.vectors - (int)CLR_ITEM;
    const uint place = clr_stage_place(shift + first);
    const uint turn  = clr_stage_place(CLR_STAGE_TURN);
    clr_lanes_inputs loaded[CLR_STAGE_LOADS];

#pragma unroll
    for (uint load = 0; load < CLR_STAGE_LOADS; load++) {
        if ((int)(load * CLR_STAGE_GROUP_SIZE) < left)
            loaded[load] = clr_lanes_read_inputs(span, first + (ulong)(load * CLR_STAGE_TURN));
    }
#pragma unroll
    for (uint load = 0; load < CLR_STAGE_LOADS; load++) {
        if (first + load * CLR_STAGE_TURN < past)
            clr_stage_put_vector(stage, place + load * turn, loaded[load]);
    }
}

/* The copies are complete at the next barrier. */
CLR_FN void clr_stage_brought(void)
{
}
