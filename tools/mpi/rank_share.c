/* SPDX-License-Identifier: Apache-2.0 */
/* rank_share - the elements of a rank. See rank_share.h. */
#include "rank_share.h"
#include "message.h"
#include "npy_file.h"
#include "shared_file.h"
#include "smaller.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* bytes of a piece, unless --chunk says otherwise */
#define PIECE_SIZE (UINT64_C(64) << 20)

/* ---- Opening --------------------------------------------------------------------------------- */

static int check_input(const input *in)
{
    return !input_error(in) ? CODE_FINE : message_fail(CODE_INPUT, "%s", input_error(in));
}

/* Only the end of a text tells how many numbers it has. */
static int check_counts(const input *in)
{
    input_shape shape;

    for (size_t i = 0; input_shape_at(in, i, &shape); i++)
        if (shape.rank == 1 && shape.extents[0] == INPUT_COUNT_UNKNOWN)
            return shared_file_refuse_text(input_name_at(in, i),
                                           ".npy files, and raw binary by --raw -t TYPE");
    return CODE_FINE;
}

static int open_files(rank_share *s, const request *r)
{
    input_options how = s->o->input;

    /* rows are in index order */
    how.as_stored = s->o->shape.axis_count == 0 && request_takes_any_order(r);
    for (size_t i = 0; i < s->o->operand_count; i++)
        OR_RETURN(shared_file_check(s->o->operands[i]));
    s->in = input_open(s->o->operands, s->o->operand_count, &how);
    if (!s->in)
        return message_fail(CODE_DEVICE, "out of memory for a list of %zu files.",
                            s->o->operand_count);
    OR_RETURN(check_input(s->in));
    return check_counts(s->in);
}

static bool has_axes(const rank_share *s)
{
    return s->rows.row && s->rows.row->has_axes;
}

/* ---- Joining arrays -------------------------------------------------------------------------- */

static int refuse_join(const rank_share *s, size_t index, const input_shape *first,
                       const input_shape *other)
{
    char a[NPY_FILE_SHAPE_SIZE], b[NPY_FILE_SHAPE_SIZE];

    npy_file_shape(first->extents, first->rank, a);
    npy_file_shape(other->extents, other->rank, b);
    return message_fail(CODE_INPUT,
                        "%s has the shape (%s), %s (%s): arrays are joined along axis 0, so that "
                        "all other axes must be equal.",
                        input_name_at(s->in, 0), a, input_name_at(s->in, index), b);
}

/* Sets the axes of the joined array. */
static int join(rank_share *s)
{
    strided_axis *axes = s->rows.axes[0];
    input_shape first, other;

    input_shape_at(s->in, 0, &first);
    s->rows.rank = first.rank;
    if (rows_check_rank(first.rank, input_name_at(s->in, 0)) != CODE_FINE)
        return CODE_USAGE;
    for (size_t k = 0; k < first.rank; k++)
        axes[k].extent = first.extents[k];
    for (size_t i = 1; input_shape_at(s->in, i, &other); i++) {
        if (other.rank != first.rank || memcmp(other.extents + 1, first.extents + 1,
                                               (first.rank - 1) * sizeof *first.extents) != 0)
            return refuse_join(s, i, &first, &other);
        axes[0].extent += other.extents[0];
    }
    return CODE_FINE;
}

/* An index along axis 0 is of one rank: only axis 0 itself is reduced over the ranks. */
static int open_axes(rank_share *s)
{
    OR_RETURN(join(s));
    OR_RETURN(rows_reduce_axes(&s->rows, s->o, input_name_at(s->in, 0)));
    if ((s->rows.reduced & 1) != 0)
        return CODE_FINE;
    return message_fail(CODE_USAGE, "--axis: ranks share axis 0, which must be among the axes that "
                                    "are reduced; without it nothing is to be merged, and clreduce "
                                    "reduces each file by itself.");
}

/* ---- This rank's part ------------------------------------------------------------------------ */

/* floor(index * count / parts); the product may be beyond 64 bits. */
static uint64_t part(uint64_t count, uint64_t index, uint64_t parts)
{
    return count / parts * index + count % parts * index / parts;
}

static void divide(rank_share *s, uint64_t rank, uint64_t count)
{
    const uint64_t size = s->o->chunk_size != 0 ? s->o->chunk_size : PIECE_SIZE;
    const uint64_t length = has_axes(s) ? s->rows.axes[0][0].extent : s->rows.elements;
    const uint64_t n = s->rows.elements == 0 ? 0 : length;

    s->width = n == 0 ? 1 : s->rows.elements / n;
    s->begin = part(n, rank, count);
    s->end = part(n, rank + 1, count);
    s->piece = size / input_element_size(s->in) / s->width;
    s->piece = s->piece == 0 ? 1 : s->piece;
}

int rank_share_open(rank_share *s, const request *r, int rank, int count)
{
    *s = (rank_share){.o = r->o, .rows = {.row = shape_row_of(r->o)}};
    OR_RETURN(open_files(s, r));
    s->type = input_type(s->in);
    s->rows.elements = input_count(s->in);
    if (has_axes(s))
        OR_RETURN(open_axes(s));
    divide(s, (uint64_t)rank, (uint64_t)count);
    return input_begin_at(s->in, s->begin * s->width) ? CODE_FINE : check_input(s->in);
}

void rank_share_close(rank_share *s)
{
    input_close(s->in);
    free(s->room);
    rows_close(&s->rows);
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* Reads rows that cannot be mapped. */
static int read_rows(rank_share *s, uint64_t count)
{
    const size_t size = input_element_size(s->in);

    if (!s->room)
        s->room = malloc(smaller(s->piece, s->end - s->begin) * s->width * size);
    if (!s->room)
        return message_fail(CODE_DEVICE, "out of memory for %" PRIu64 " elements of %zu bytes.",
                            count * s->width, size);
    if (input_read(s->in, s->room, count * s->width) == count * s->width)
        return CODE_FINE;
    return input_error(s->in) ? check_input(s->in)
                              : message_fail(CODE_INPUT, "the files have become shorter.");
}

int rank_share_next(rank_share *s, rank_share_piece *piece)
{
    const uint64_t most = smaller(s->piece, s->end - s->begin);
    uint64_t viewed = 0;
    int code;

    *piece = (rank_share_piece){.first = s->begin};
    if (most == 0)
        return CODE_FINE;
    piece->elements = input_view(s->in, most * s->width, &viewed);
    s->is_viewed = piece->elements != NULL;
    piece->count = s->is_viewed ? viewed / s->width : most;
    code = check_input(s->in);
    if (code != CODE_FINE || s->is_viewed)
        return code;
    code = read_rows(s, most);
    piece->elements = s->room;
    return code;
}

int rank_share_pass(rank_share *s, const rank_share_piece *piece)
{
    s->begin += piece->count;
    if (s->is_viewed && !input_pass(s->in, piece->count * s->width))
        return check_input(s->in);
    return CODE_FINE;
}

uint64_t rank_share_results(const rank_share *s)
{
    return s->rows.row ? s->rows.count : 1;
}

uint64_t rank_share_places(const rank_share *s)
{
    const uint64_t extent = has_axes(s) ? s->rows.axes[0][0].extent : 0;

    return extent != 0 ? s->rows.length / extent : 1;
}
