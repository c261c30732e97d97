/*
 * by_offsets - finds a result's elements by its begin and end. A segment that reaches beyond the
 * input, or has more elements than the launch can take, is not read.
 */
#define CLR_SHAPE_PARAMETERS                                                                       \
    __global const uint *begins, const ulong first_begin, __global const uint *ends,               \
        const ulong first_end, const ulong limit, const ulong most, const uint words,              \
        const uint is_signed, __global const ulong *counts, const ulong count_index,
#define CLR_MAKE_SHAPE                                                                             \
    const clr_shape  made  = {begins + first_begin * words, ends + first_end * words, limit, most, \
                              words, is_signed, counts ? counts + count_index : counts};           \
    const clr_shape *shape = &made;
#define CLR_BEGIN_AT(x) span->x += begin;

/* Reads an offset. One of a single word is read twice: with a conditional second load compilers
 * wait for the first one's (docs/history/2026-11-25-stages.md, "What a kernel waits for"). */
CLR_FN uint2 clr_offset_read(const clr_shape *shape, __global const uint *list, const ulong number)
{
    __global const uint *word = list + number * shape->words;

    return (uint2)(word[0], word[shape->words - 1]);
}

/* A result's begin and end as read, both before either is used. */
typedef struct clr_bounds {
    uint2 begin;
    uint2 end;
} clr_bounds;

CLR_FN clr_bounds clr_bounds_of(const clr_shape *shape, const ulong row)
{
    const clr_bounds bounds = {clr_offset_read(shape, shape->begins, row),
                               clr_offset_read(shape, shape->ends, row)};

    return bounds;
}

/* An offset below 0 becomes one above any input. */
CLR_FN ulong clr_offset(const clr_shape *shape, const uint2 read)
{
    return shape->words == 2    ? as_ulong(read)
           : shape->is_signed ? (ulong)(long)as_int(read.s0)
                              : (ulong)read.s0;
}

/* How many of `rows` results from number `first_row` on there are. */
CLR_FN ulong clr_rows_there(const clr_shape *shape, const ulong first_row, const ulong rows)
{
    const ulong count = shape->count ? *shape->count : first_row + rows;

    return count > first_row ? min(count - first_row, rows) : 0;
}

/* Narrows `span`, at first of all inputs, to the elements of result `row`, and `job` to its place. */
CLR_FN void clr_find_within(const clr_shape *shape, const ulong row, const clr_bounds bounds,
                            clr_span *span, clr_job *job)
{
    const ulong first  = clr_offset(shape, bounds.begin);
    const ulong end    = clr_offset(shape, bounds.end);
    const bool is_none = shape->is_signed ? (long)first >= (long)end : first >= end;
    const bool is_beyond = !is_none && (first > shape->limit || end > shape->limit);
    const bool is_long   = !is_none && !is_beyond && end - first > shape->most;
    const bool is_read   = !is_none && !is_beyond && !is_long;
    const ulong begin    = is_read ? first : 0;

    CLR_EACH_INPUT(CLR_BEGIN_AT)
    span->count = is_read ? end - first : 0;
    span->total = span->count;
    span->base  = 0;
    job->place += row;
    job->total  = span->count;
    job->status = is_beyond ? CLR_ERROR_ARGUMENT : is_long ? CLR_ERROR_UNSUPPORTED : CLR_OK;
}

CLR_FN void clr_find_row(const clr_shape *shape, const ulong row, clr_span *span, clr_job *job)
{
    clr_find_within(shape, row, clr_bounds_of(shape, row), span, job);
}

CLR_FN clr_span clr_cut_row(const clr_span span)
{
    return clr_cut(span);
}
