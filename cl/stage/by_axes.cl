/* by_axes - a batch is results of one length that lie one behind the other: all fit on the stage. */
/*
 * needs:    CLR_STAGE clr_shape clr_memory
 * provides: CLR_BATCH_PARAMETERS CLR_BATCH_CELLS CLR_BATCH_ARGUMENTS CLR_BATCH_LONGEST clr_batch
 *           clr_batch_of clr_batch_at clr_batch_end clr_batch_count clr_batch_step
 */
#define CLR_BATCH_PARAMETERS
#define CLR_BATCH_CELLS
#define CLR_BATCH_ARGUMENTS
#define CLR_BATCH_LONGEST CLR_STAGE

typedef struct clr_batch {
    __constant const clr_shape *shape;
    ulong first; /* result, ... */
    uint  rows;  /* and how many from there on are the group's */
    ulong begin; /* its first element */
} clr_batch;

CLR_FN clr_batch clr_batch_of(const clr_memory memory, __constant const clr_shape *shape,
                              const ulong first, const uint rows)
{
    const clr_batch batch = {shape, first, rows, first * shape->length};

    return batch;
}

/* Where its result number `row` begins, in elements from the first one's. */
CLR_FN uint clr_batch_at(const clr_batch batch, const uint row)
{
    return row * (uint)batch.shape->length;
}

/* The stage takes those from number `row` on that end in front of this one. */
CLR_FN uint clr_batch_end(const clr_batch batch, const uint row)
{
    return batch.rows;
}

CLR_FN uint clr_batch_count(const clr_batch batch, const uint row)
{
    return (uint)batch.shape->length;
}

/* From one result's place in the arrays to the next one's. */
CLR_FN long clr_batch_step(const clr_batch batch)
{
    return batch.shape->axes[0].result;
}
