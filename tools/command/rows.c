/* SPDX-License-Identifier: Apache-2.0 */
/* rows - which numbers belong to which result. See rows.h. */
#include "rows.h"
#include "beside.h"
#include "message.h"
#include "npy_file.h"
#include "output.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Options --------------------------------------------------------------------------------- */

static int refuse_beside(const shape_row *row, const char *other, const char *why)
{
    return message_fail(CODE_USAGE, "--%s and --%s do not go together: %s.", row->option, other,
                        why);
}

/* Offsets, labels or keys cannot be read from standard input together with the numbers. */
static bool share_standard_input(const shape_row *row, const options *o)
{
    const char *beside = shape_row_file(row, o);
    bool reads = o->operand_count == 0;

    for (size_t i = 0; i < o->operand_count; i++)
        reads = reads || strcmp(o->operands[i], "-") == 0;
    return reads && beside && strcmp(beside, "-") == 0;
}

/* Refuses options that refine a shape without the shape's own option. */
static int check_companions(const options *o)
{
    const shape_options *shape = &o->shape;

    if (shape->keys_out && !shape->keys.path)
        return message_fail(CODE_USAGE, "--keys-out writes a key for each run: name the file of "
                                        "all keys with --keys.");
    if (shape->bins != 0 && !shape->labels.path)
        return message_fail(CODE_USAGE, "--bins says how many labels there are: name their file "
                                        "with --labels.");
    if (shape->keepdims && shape->labels.path && shape->axis_count != 0)
        return message_fail(CODE_USAGE, "--keepdims: labels stand in front of the axes that are "
                                        "kept, and none has an extent of 1: leave it out.");
    if (shape->keepdims && shape->axis_count == 0)
        return message_fail(CODE_USAGE, "--keepdims is about the axes that --axis reduces: say "
                                        "which.");
    return CODE_FINE;
}

int rows_check_options(const options *o)
{
    const shape_row *row = shape_row_of(o);
    char names[SHAPE_ROW_NAMES_SIZE];

    shape_row_names("and", names);
    if (shape_row_count(o) > 1)
        return message_fail(CODE_USAGE, "%.79s each say which numbers make a result: choose one.",
                            names);
    OR_RETURN(check_companions(o));
    shape_row_names("or", names);
    if (o->output && !row)
        return message_fail(CODE_USAGE,
                            "--output writes the results of %.79s; the only one of all numbers is "
                            "printed.",
                            names);
    if (!row)
        return CODE_FINE;
    if (o->save && row->open == rows_open_keys)
        return refuse_beside(row, "save",
                             "a run of equal keys ends where a part does, and goes on in the next; "
                             "--labels has results that parts share");
    if (o->repeat != 0)
        return refuse_beside(row, "repeat", "the reduction of all numbers is what is timed");
    if (share_standard_input(row, o))
        return message_fail(CODE_USAGE,
                            "standard input, '-', can be the %s or the numbers, not both.",
                            row->option);
    return options_check_output(o);
}

/* ---- Axes ------------------------------------------------------------------------------------ */

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

/* ---- Lists ----------------------------------------------------------------------------------- */

static int check_is_list(const shape_row *row, const feed *f)
{
    for (size_t i = 0; i < f->input_count; i++) {
        input_shape shape;
        if (input_array(f->inputs[i], &shape))
            return message_fail(CODE_USAGE,
                                "--%s is for lists of numbers, and %s has %zu axes: --axis says "
                                "which of them to reduce.",
                                row->option, f->names[i], shape.rank);
    }
    return CODE_FINE;
}

/* All numbers are one row. */
int rows_open_whole(rows *s, const options *o, const feed *f)
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

/* Segments of equal length are the rows of a matrix. */
int rows_open_length(rows *s, const options *o, const feed *f)
{
    const uint64_t length = o->shape.length;
    const uint64_t rest = s->elements % length;

    OR_RETURN(check_is_list(s->row, f));
    if (rest != 0 && s->elements < length)
        return message_fail(CODE_INPUT,
                            "%s has %" PRIu64 " elements, and segments of %" PRIu64
                            " need as many at least: say a --length of at most %" PRIu64 ".",
                            feed_counted(f), s->elements, length, s->elements);
    if (rest != 0)
        return message_fail(CODE_INPUT,
                            "%s has %" PRIu64 " elements, of which %" PRIu64
                            " are left over by segments of %" PRIu64 ": take %" PRIu64
                            " with --count, or say with --offsets where segments end.",
                            feed_counted(f), s->elements, rest, length, s->elements - rest);
    s->rank = 2;
    s->reduced = 1U << 1;
    s->count = s->elements / length;
    s->length = length;
    for (size_t i = 0; i < f->input_count; i++) {
        s->axes[i][0].extent = s->count;
        s->axes[i][1].extent = length;
        strided_fill(s->axes[i], s->rank, false);
    }
    return CODE_FINE;
}

static int check_offset(const char *name, const uint64_t *offsets, uint64_t i, const char *of,
                        uint64_t elements)
{
    if (i > 0 && offsets[i] < offsets[i - 1])
        return message_fail(CODE_INPUT,
                            "%s: offset %" PRIu64 " is %" PRIu64 ", after %" PRIu64
                            ": offsets must not decrease.",
                            name, i, offsets[i], offsets[i - 1]);
    if (offsets[i] > elements)
        return message_fail(
            CODE_INPUT, "%s: offset %" PRIu64 " is %" PRIu64 ", but %s has %" PRIu64 " elements.",
            name, i, offsets[i], of, elements);
    return CODE_FINE;
}

int rows_open_offsets(rows *s, const options *o, const feed *f)
{
    const char *name = beside_name(o->shape.offsets.path);
    uint64_t count = 0;
    OR_RETURN(check_is_list(s->row, f));
    OR_RETURN(beside_read_list(o, &o->shape.offsets, "offset", "offsets", &s->offsets, &count));
    if (count == 0)
        return message_fail(CODE_INPUT,
                            "%s: has no offsets: n segments have n + 1, where each begins and "
                            "where the last one ends.",
                            name);
    for (uint64_t i = 0; i < count; i++)
        OR_RETURN(check_offset(name, s->offsets, i, feed_counted(f), s->elements));
    s->count = count - 1;
    return CODE_FINE;
}

/* ---- Labels ---------------------------------------------------------------------------------- */

int rows_refuse_labels(const rows *s)
{
    if (s->has_bins)
        return message_fail(
            CODE_USAGE, "--bins %" PRIu64 ": so many results have no room in memory: say fewer.",
            s->bins);
    return message_fail(
        CODE_USAGE,
        "%s: the largest label is %" PRIu64 ", and there is a result for each label from 0 to it: "
        "so many have no room in memory. Number labels without gaps, or leave out large ones by "
        "--bins K, which takes labels 0 to K - 1.",
        s->labels.name, s->bins - 1);
}

int rows_check_labels(const rows *s, uint64_t count, const char *of)
{
    if (!s->row->is_labelled)
        return beside_check_count(s->labels.name, "labels", count, of, s->elements);
    if (count == s->length)
        return CODE_FINE;
    return message_fail(CODE_INPUT,
                        "%s has %" PRIu64 " labels, and %s has %" PRIu64
                        " indices along the axes of --axis: there must be one for each.",
                        s->labels.name, count, of, s->length);
}

int rows_set_bins(rows *s, uint64_t bins)
{
    s->bins = bins;
    return __builtin_mul_overflow(s->kept, bins, &s->count) ? rows_refuse_labels(s) : CODE_FINE;
}

/* Most labels may not occur: of years, say. Labels along axes are all printed. */
int rows_find_occurring(rows *s, const options *o)
{
    if (s->has_bins || s->row->is_labelled || o->output)
        return CODE_FINE;
    s->occurring = labels_occurring(&s->labels, s->count, &s->absent);
    return s->occurring ? CODE_FINE : rows_refuse_labels(s);
}

bool rows_is_told(const rows *s, uint64_t row)
{
    return !s->occurring || (s->occurring[row / 64] >> row % 64 & 1) != 0;
}

static int open_labels(rows *s, const options *o, const char *of)
{
    uint64_t bins = o->shape.bins;
    s->has_bins = bins != 0;
    OR_RETURN(labels_open(&s->labels, o));
    OR_RETURN(labels_read(&s->labels, 0, UINT64_MAX));
    OR_RETURN(rows_check_labels(s, s->labels.count, of));
    if (!s->has_bins)
        OR_RETURN(labels_find_results(&s->labels, &bins));
    OR_RETURN(rows_set_bins(s, bins));
    return rows_find_occurring(s, o);
}

/* Elements are a list here, whatever their files' axes: only their order matters. */
int rows_open_labels(rows *s, const options *o, const feed *f)
{
    s->kept = 1;
    return open_labels(s, o, feed_counted(f));
}

int rows_open_labelled(rows *s, const options *o, const feed *f)
{
    const int code = rows_open_axes(s, o, f);

    s->kept = s->count;
    return code == CODE_FINE ? open_labels(s, o, f->names[0]) : code;
}

/* ---- Keys ------------------------------------------------------------------------------------ */

/* Runs are segments. Elements and keys are lists in index order. */
int rows_open_keys(rows *s, const options *o, const feed *f)
{
    int code = keys_read(&s->keys, o);

    if (code == CODE_FINE)
        code =
            beside_check_count(s->keys.name, "keys", s->keys.count, feed_counted(f), s->elements);
    s->count = s->keys.runs;
    s->offsets = s->keys.offsets;
    s->keys.offsets = NULL; /* owned by the rows now */
    return code;
}

/* ---- Opening --------------------------------------------------------------------------------- */

/* Refuses axes if the input was read as a list, although a file has axes. */
static int check_flattened(const options *o, const feed *f)
{
    for (size_t i = 0; i < f->input_count; i++) {
        const char *flattened = input_flattened(f->inputs[i]);
        if (flattened)
            return message_fail(CODE_USAGE,
                                "%s has several axes, which it keeps only as the whole of an "
                                "input: leave %s out.",
                                flattened, o->input.has_count ? "--count" : "the other files");
    }
    return CODE_FINE;
}

int rows_open(rows *s, const options *o, const feed *f, uint64_t elements)
{
    const shape_row *asked = shape_row_of(o);

    *s = (rows){.row = asked ? asked : shape_row_whole(),
                .keepdims = o->shape.keepdims,
                .inputs = f->input_count,
                .elements = elements};
    const int code = s->row->by_index ? CODE_FINE : check_flattened(o, f);
    return code == CODE_FINE ? s->row->open(s, o, f) : code;
}

void rows_close(rows *s)
{
    labels_close(&s->labels);
    keys_close(&s->keys);
    free(s->offsets);
    free(s->occurring);
    free(s->order);
    *s = (rows){0};
}

/* ---- Results --------------------------------------------------------------------------------- */

/* Numbers of segments for --length, --offsets and --keys; labels for --labels. */
size_t rows_result_extents(const rows *s, uint64_t extents[CLR_RANK_MOST])
{
    size_t rank = 0;

    if (s->row->has_offsets) {
        extents[0] = s->count;
        return 1;
    }
    if (s->row->is_labelled)
        extents[rank++] = s->bins;
    for (size_t k = 0; k < s->rank; k++) {
        const bool is_reduced = (s->reduced >> k & 1) != 0;
        if (!is_reduced || s->keepdims)
            extents[rank++] = is_reduced ? 1 : s->axes[0][k].extent;
    }
    return rank;
}

void rows_name_by_index(const rows *s, uint64_t row, char *text)
{
    uint64_t extents[CLR_RANK_MOST], indices[CLR_RANK_MOST];
    const size_t rank = rows_result_extents(s, extents);
    size_t used = 0;

    for (size_t k = rank; k-- > 0; row /= extents[k])
        indices[k] = row % extents[k];
    if (rank == 1) {
        output_text(CLR_TYPE_U64, indices, text);
        return;
    }
    text[0] = '\0';
    for (size_t k = 0; k < rank; k++)
        used += (size_t)snprintf(text + used, ROWS_NAME_SIZE - used, "%s%" PRIu64 "%s",
                                 k == 0 ? "[" : ",", indices[k], k + 1 == rank ? "]" : "");
}

void rows_name_by_key(const rows *s, uint64_t row, char *text)
{
    output_text(s->keys.type, keys_of_run(&s->keys, row), text);
}

void rows_name(const rows *s, uint64_t row, char text[ROWS_NAME_SIZE])
{
    s->row->name(s, row, text);
}

/* The run's number is given, as a key may occur in several runs. */
void rows_place(const rows *s, uint64_t row, char text[ROWS_NAME_SIZE])
{
    rows_name(s, row, text);
    const size_t used = strlen(text);

    if (used == 0)
        snprintf(text, ROWS_NAME_SIZE, "the only one");
    else if (s->row->name == rows_name_by_key)
        snprintf(text + used, ROWS_NAME_SIZE - used, " (run %" PRIu64 ")", row);
}
