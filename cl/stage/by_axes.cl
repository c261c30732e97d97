/* by_axes - a batch of contiguous results of one length, all of which fit local memory. */
#define CLR_BATCH_PARAMETERS
#define CLR_BATCH_CELLS
#define CLR_BATCH_ARGUMENTS

typedef struct clr_batch {
    ulong first;  /* first result, ... */
    uint  rows;   /* ... and how many the group has */
    ulong begin;  /* its first element */
    uint  length; /* of each result */
    long  step;   /* from one result to the next in the arrays */
} clr_batch;

CLR_FN clr_batch clr_batch_of(const clr_memory memory, __constant const clr_shape *shape,
                              const ulong first, const uint rows)
{
    const clr_batch batch = {first, rows, first * shape->length, (uint)shape->length,
                             shape->axes[0].result};

    return batch;
}

/* Where the batch's result `row` begins, in elements from the first one's begin. */
CLR_FN uint clr_batch_at(const clr_batch batch, const uint row)
{
    return row * batch.length;
}

/* The end of the results from number `row` on that fit local memory. */
CLR_FN uint clr_batch_end(const clr_batch batch, const uint row)
{
    return batch.rows;
}

CLR_FN uint clr_batch_count(const clr_batch batch, const uint row)
{
    return batch.length;
}

CLR_FN long clr_batch_step(const clr_batch batch)
{
    return batch.step;
}

CLR_FN bool clr_batch_is_staged(const clr_batch batch, const clr_staged staged, const uint row)
{
    return true;
}

CLR_FN void clr_batch_leave(const clr_batch batch, const uint row)
{
}
