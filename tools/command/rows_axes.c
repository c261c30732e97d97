/* SPDX-License-Identifier: Apache-2.0 */
/* rows_axes - results along axes of an array: --axis, or all numbers as one row. See shape_row.h.
 */
#include "message.h"
#include "npy_file.h"
#include "shaped.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int refuse_axis(const rows *s, const char *name, int64_t axis)
{
    return message_fail(CODE_USAGE,
                        "--axis: there is no axis %" PRId64 " of an array of %zu, as %s is: they "
                        "are numbered from 0, or from -1 at the end.",
                        axis, s->rank, name);
}

static int set_reduced(rows *s, const options *o, const char *name)
{
    for (size_t i = 0; i < o->shape.axis_count; i++) {
        const int64_t asked = o->shape.axes[i], rank = (int64_t)s->rank;
        const int64_t axis = asked < 0 ? asked + rank : asked;

        if (asked < -rank || asked >= rank)
            return refuse_axis(s, name, asked);
        if ((s->reduced >> axis & 1) != 0)
            return message_fail(CODE_USAGE, "--axis names axis %" PRId64 " twice.", axis);
        s->reduced |= 1U << axis;
    }
    return CODE_FINE;
}

int rows_check_rank(size_t rank, const char *name)
{
    if (rank <= CLR_RANK_MOST)
        return CODE_FINE;
    return message_fail(CODE_USAGE,
                        "%s has %zu axes, and --axis knows arrays of up to %d: reshape it so that "
                        "neighbours are one axis.",
                        name, rank, CLR_RANK_MOST);
}

/* All inputs must have the first input's axes. */
static int compare_shapes(const feed *f, const input_shape *first, size_t number,
                          const input_shape *other)
{
    char a[NPY_FILE_SHAPE_SIZE], b[NPY_FILE_SHAPE_SIZE];

    if (first->rank == other->rank &&
        memcmp(first->extents, other->extents, first->rank * sizeof *first->extents) == 0)
        return CODE_FINE;
    npy_file_shape(first->extents, first->rank, a);
    npy_file_shape(other->extents, other->rank, b);
    return message_fail(CODE_INPUT,
                        "%s has the shape (%s), %s (%s): the inputs must be of one shape.",
                        f->names[0], a, f->names[number], b);
}

/* A list of numbers is an array of one axis. */
static void find_shape(const feed *f, size_t number, const uint64_t *elements, input_shape *shape)
{
    if (!input_array(f->inputs[number], shape))
        *shape = (input_shape){1, elements, false};
}

static int set_axes(rows *s, const feed *f)
{
    input_shape first = {0};

    find_shape(f, 0, &s->elements, &first);
    s->rank = first.rank;
    if (rows_check_rank(first.rank, f->names[0]) != CODE_FINE)
        return CODE_USAGE;
    for (size_t i = 0; i < f->input_count; i++) {
        input_shape shape = {0};
        find_shape(f, i, &s->elements, &shape);
        int code = compare_shapes(f, &first, i, &shape);
        if (code != CODE_FINE)
            return code;
        for (size_t k = 0; k < s->rank; k++)
            s->axes[i][k].extent = shape.extents[k];
        strided_fill(s->axes[i], s->rank, shape.is_fortran);
    }
    return CODE_FINE;
}

/* The product of the axes' extents. False if it overflows, unless an extent is 0. */
static bool multiply(const rows *s, unsigned axes, uint64_t *product)
{
    bool fits = true, is_empty = false;

    *product = 1;
    for (size_t k = 0; k < s->rank; k++) {
        const uint64_t extent = (axes >> k & 1) != 0 ? s->axes[0][k].extent : 1;
        is_empty = is_empty || extent == 0;
        fits = fits && (extent == 0 || *product <= UINT64_MAX / extent);
        *product = fits && extent != 0 ? *product * extent : *product;
    }
    *product = is_empty ? 0 : *product;
    return fits || is_empty;
}

int rows_reduce_axes(rows *s, const options *o, const char *name)
{
    OR_RETURN(set_reduced(s, o, name));
    if (multiply(s, ~s->reduced, &s->count) && multiply(s, s->reduced, &s->length))
        return CODE_FINE;
    return message_fail(CODE_INPUT, "%s has no elements, and more results than 64 bits can count.",
                        name);
}

int rows_open_axes(rows *s, const options *o, const feed *f)
{
    OR_RETURN(set_axes(s, f));
    return rows_reduce_axes(s, o, f->names[0]);
}

/* All numbers are one row. */
static int open_whole(rows *s, const options *o, const feed *f)
{
    (void)o;
    s->rank = s->reduced = 1;
    s->count = 1;
    s->length = s->elements;
    for (size_t i = 0; i < f->input_count; i++) {
        s->axes[i][0].extent = s->elements;
        strided_fill(s->axes[i], s->rank, false);
    }
    return CODE_FINE;
}

int shaped_lend_axes(shaped *s, const rows_piece *piece, device_piece *d)
{
    shaped_fill_axes(s, piece, &d->axes);
    d->run.axes = &d->axes.axes;
    return CODE_FINE;
}

bool shaped_give_axes(const shaped *s, const rows_piece *piece, host_piece *h)
{
    shaped_fill_axes(s, piece, &h->axes);
    h->run.axes = &h->axes.axes;
    return true;
}

// clang-format off
const shape_row rows_of_axis = {
    .option = "axis", .member = offsetof(shape_options, axis_count), .size = sizeof(size_t),
    .shape = CLR_SHAPE_AXES, .has_axes = true, .counts_lines = true, .open = rows_open_axes,
    .lend = shaped_lend_axes, .give = shaped_give_axes, .name = rows_name_by_index
};

const shape_row rows_of_whole = {
    .shape = CLR_SHAPE_AXES, .by_index = true, .open = open_whole, .lend = shaped_lend_axes,
    .give = shaped_give_axes, .name = rows_name_by_index
};
// clang-format on
