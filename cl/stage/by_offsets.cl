/*
 * by_offsets - a batch is segments that lie one behind the other, whatever their lengths: where they
 * begin is noted once for all items. Those that are longer than `longest` are put on the list of
 * `others`, or of `giants`; so are all on the first one if one of them ends before it begins, or
 * reaches beyond the input, or if they are more elements than 32 bits count.
 */
/*
 * needs:    CLR_BATCH clr_list clr_shape CLR_ITEM CLR_STAGE_GROUP_SIZE clr_bounds clr_bounds_of
 *           clr_offset clr_memory clr_meet clr_is_postponed CLR_GIANTS_MOST CLR_STAGE
 * provides: CLR_BATCH_ODD CLR_BATCH_PARAMETERS CLR_BATCH_CELLS CLR_BATCH_ARGUMENTS
 *           CLR_BATCH_LONGEST clr_batch clr_batch_note clr_batch_of clr_batch_at clr_batch_end
 *           clr_batch_count clr_batch_step
 */
#define CLR_BATCH_ODD (CLR_BATCH + 1)
#define CLR_BATCH_PARAMETERS                                                                       \
    , const uint longest, volatile __global clr_list *others, const uint others_most,              \
        const ulong giant, volatile __global clr_list *giants
#define CLR_BATCH_CELLS     __local uint batch_cells[CLR_BATCH_ODD + 1];
#define CLR_BATCH_ARGUMENTS , longest, others, others_most, giant, giants, batch_cells
#define CLR_BATCH_LONGEST   longest

typedef struct clr_batch {
    ulong first; /* segment, ... */
    uint  rows;  /* and how many from there on are the group's; 0 if all are left to others */
    ulong begin; /* its first element */
    __local const uint *begins;
} clr_batch;

/* Where its segments begin, and the last one ends; whether they are odd, too. */
CLR_FN void clr_batch_note(const clr_shape *shape, const clr_batch batch, __local uint *cells)
{
    for (uint row = CLR_ITEM; row < batch.rows; row += CLR_STAGE_GROUP_SIZE) {
        const clr_bounds bounds = clr_bounds_of(shape, batch.first + row);
        const ulong      begin  = clr_offset(shape, bounds.begin);
        const ulong      end    = clr_offset(shape, bounds.end);

        if (begin < batch.begin || end < begin || end > shape->limit ||
            end - batch.begin > UINT_MAX)
            cells[CLR_BATCH_ODD] = 1;
        cells[row] = (uint)(begin - batch.begin);
        if (row == batch.rows - 1)
            cells[batch.rows] = (uint)(end - batch.begin);
    }
}

CLR_FN clr_batch clr_batch_of(const clr_memory memory, const clr_shape *shape, const ulong first,
                              const uint rows, const uint longest,
                              volatile __global clr_list *others, const uint others_most,
                              const ulong giant, volatile __global clr_list *giants,
                              __local uint *cells)
{
    clr_batch batch = {first, rows, clr_offset(shape, clr_bounds_of(shape, first).begin), cells};
    bool is_odd;

    if (CLR_ITEM == 0)
        cells[CLR_BATCH_ODD] = 0;
    clr_meet(memory);
    clr_batch_note(shape, batch, cells);
    clr_meet(memory);
    is_odd = cells[CLR_BATCH_ODD] != 0;
    for (uint row = CLR_ITEM; row < rows; row += CLR_STAGE_GROUP_SIZE)
        clr_is_postponed(first + row, is_odd ? longest + 1 : cells[row + 1] - cells[row], longest,
                         giant, others, others_most, giants, CLR_GIANTS_MOST);
    if (is_odd)
        batch.rows = 0;
    /* Else they meet before the next batch, which forgets that. (As a loop: PoCL 3.1 copies what
     * follows a condition with a barrier in it.) */
    for (uint turn = 0; turn < 1 && is_odd; turn++)
        clr_meet(memory);
    return batch;
}

CLR_FN uint clr_batch_at(const clr_batch batch, const uint row)
{
    return batch.begins[row];
}

/* The stage takes those from number `row` on that end in front of this one; if that is `row`, it is
 * too long. */
CLR_FN uint clr_batch_end(const clr_batch batch, const uint row)
{
    const uint begin = batch.begins[row];
    uint fits  = row;
    uint above = batch.rows + 1;

    if (batch.begins[batch.rows] - begin <= CLR_STAGE) /* as most often */
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

/* From one result's place in the arrays to the next one's. */
CLR_FN long clr_batch_step(const clr_batch batch)
{
    return 1;
}
