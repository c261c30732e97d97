/*
 * by_offsets - a batch of contiguous segments of any lengths; their begins and the last end are
 * noted once for all items. Segments longer than `longest` go on the list `others`, or `giants`. So
 * do, on `others`, segments that the stage cannot hold: that end before they begin, or reach beyond
 * the input or farther than 31 bits count, or whose neighbours do.
 */
#define CLR_BATCH_FAR   (1u << 31)
#define CLR_BATCH_AHEAD 4
#define CLR_BATCH_PARAMETERS                                                                       \
    , const uint longest, volatile __global clr_list *others, const uint others_most,              \
        const ulong giant, volatile __global clr_list *giants
#define CLR_BATCH_CELLS     __local uint batch_cells[CLR_BATCH + 1];
#define CLR_BATCH_ARGUMENTS , longest, others, others_most, giant, giants, batch_cells

typedef struct clr_batch {
    ulong first; /* first segment, ... */
    uint  rows;  /* ... and how many the group has */
    ulong begin; /* its first element */
    __local uint *begins;
    uint  longest;
    volatile __global clr_list *others;
    uint  others_most;
    ulong giant;
    volatile __global clr_list *giants;
} clr_batch;

/* Notes begin number `place` of the batch, if there is one, and it lies in the input. */
CLR_FN void clr_batch_note(const clr_shape *shape, const clr_batch batch, const uint place,
                           const uint2 read)
{
    const ulong begin = clr_offset(shape, read);
    const ulong along = begin - batch.begin;

    if (place <= batch.rows)
        batch.begins[place] = begin > shape->limit || along >= CLR_BATCH_FAR ? CLR_BATCH_FAR : (uint)along;
}

/* An item reads several begins at a time, all in flight. The last segment's end is one more
 * begin. */
CLR_FN clr_batch clr_batch_of(const clr_memory memory, const clr_shape *shape, const ulong first,
                              const uint rows, const uint longest,
                              volatile __global clr_list *others, const uint others_most,
                              const ulong giant, volatile __global clr_list *giants,
                              __local uint *cells)
{
    const uint2 head = clr_offset_read(shape, shape->begins, first);
    const uint2 own  = clr_offset_read(shape, shape->begins, first + min((uint)CLR_ITEM, rows));
    clr_batch batch = {first, rows, clr_offset(shape, head), cells, longest, others, others_most, giant,
                       giants};

    clr_batch_note(shape, batch, CLR_ITEM, own);
    for (uint place = CLR_ITEM + CLR_STAGE_GROUP_SIZE; place <= rows;
         place += CLR_BATCH_AHEAD * CLR_STAGE_GROUP_SIZE) {
        uint2 read[CLR_BATCH_AHEAD];

#pragma unroll
        for (uint l = 0; l < CLR_BATCH_AHEAD; l++) {
            read[l] = clr_offset_read(shape, shape->begins,
                                      first + min(place + l * CLR_STAGE_GROUP_SIZE, rows));
        }
#pragma unroll
        for (uint l = 0; l < CLR_BATCH_AHEAD; l++) {
            clr_batch_note(shape, batch, place + l * CLR_STAGE_GROUP_SIZE, read[l]);
        }
    }
    clr_meet(memory);
    return batch;
}

CLR_FN uint clr_batch_at(const clr_batch batch, const uint row)
{
    return batch.begins[row];
}

/* The end of the segments from number `row` on that fit local memory; `row` itself if that one is
 * too long. */
CLR_FN uint clr_batch_end(const clr_batch batch, const uint row)
{
    const uint begin = batch.begins[row];
    uint fits  = row;
    uint above = batch.rows + 1;

    if (batch.begins[batch.rows] - begin <= CLR_STAGE) /* all fit, as most often */
        return batch.rows;
    while (above - fits > 1) {
        const uint middle = (fits + above) / 2;

        if (batch.begins[middle] - begin <= CLR_STAGE)
            fits = middle;
        else
            above = middle;
    }
    return fits;
}

CLR_FN uint clr_batch_count(const clr_batch batch, const uint row)
{
    return batch.begins[row + 1] - batch.begins[row];
}

/* From one result to the next in the arrays. */
CLR_FN long clr_batch_step(const clr_batch batch)
{
    return 1;
}

/* Whether a segment's begin and end are noted, and in order. */
CLR_FN bool clr_batch_is_sound(const clr_batch batch, const uint row)
{
    return batch.begins[row] <= batch.begins[row + 1] && batch.begins[row + 1] < CLR_BATCH_FAR;
}

/* Whether a segment is short enough, and all of it in local memory. */
CLR_FN bool clr_batch_is_staged(const clr_batch batch, const clr_staged staged, const uint row)
{
    const uint count = clr_batch_count(batch, row);
    const uint along = batch.begins[row] - staged.begin;

    return clr_batch_is_sound(batch, row) && count <= batch.longest && along <= staged.count &&
           count <= staged.count - along;
}

/* Puts a segment that is not on a list. */
CLR_FN void clr_batch_leave(const clr_batch batch, const uint row)
{
    const ulong beyond = (ulong)batch.longest + 1;
    const ulong count  = clr_batch_is_sound(batch, row) ? clr_batch_count(batch, row) : beyond;

    clr_is_postponed(batch.first + row, max(count, beyond), batch.longest, batch.giant, batch.others,
                     batch.others_most, batch.giants, CLR_GIANTS_MOST);
}
