/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rows_segments - results of neighbouring numbers of a list: of equal length, between offsets, or
 * with equal keys. See shape_row.h.
 */
#include "beside.h"
#include "message.h"
#include "output.h"
#include "shaped.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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

/* Segments of equal length are the rows of a matrix. */
static int open_length(rows *s, const options *o, const feed *f)
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

static int open_offsets(rows *s, const options *o, const feed *f)
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

/* Runs are segments. Elements and keys are lists in index order. */
static int open_keys(rows *s, const options *o, const feed *f)
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

static void name_by_key(const rows *s, uint64_t row, char *text)
{
    output_text(s->keys.type, keys_of_run(&s->keys, row), text);
}

/* Offsets are relative to the piece's first element. */
static int lend_segments(shaped *s, const rows_piece *piece, device_piece *d)
{
    const uint64_t *from = s->rows.offsets + piece->first;
    const size_t size = (piece->count + 1) * sizeof *from;
    clr_segments *made = &d->segments;

    *made = (clr_segments){.size = sizeof *made, .count = piece->count, .type = CLR_TYPE_U64};
    d->run.segments = made;
    int code = device_memory_make(&s->memory, size, &made->begins);
    if (code != CODE_FINE)
        return code;
    uint64_t *to = device_memory_map(&s->memory, made->begins, size, &code);
    if (!to)
        return code;
    for (uint64_t i = 0; i <= piece->count; i++)
        to[i] = from[i] - piece->begin;
    return device_memory_unmap(&s->memory, made->begins, to);
}

static bool give_segments(const shaped *s, const rows_piece *piece, host_piece *h)
{
    const uint64_t *from = s->rows.offsets + piece->first;

    h->offsets = malloc((piece->count + 1) * sizeof *from);
    for (uint64_t i = 0; h->offsets && i <= piece->count; i++)
        h->offsets[i] = from[i] - piece->begin;
    h->run.by = h->offsets;
    h->run.by_type = CLR_TYPE_U64;
    h->run.results = piece->count;
    return h->offsets != NULL;
}

// clang-format off
const shape_row rows_of_length = {
    .option = "length", SHAPE_NUMBER(length), .shape = CLR_SHAPE_AXES, .counts_lines = true,
    .open = open_length, .lend = shaped_lend_axes, .give = shaped_give_axes,
    .name = rows_name_by_index
};

const shape_row rows_of_offsets = {
    .option = "offsets", SHAPE_FILE(offsets), .shape = CLR_SHAPE_SEGMENTS, .has_offsets = true,
    .open = open_offsets, .lend = lend_segments, .give = give_segments, .name = rows_name_by_index
};

const shape_row rows_of_keys = {
    .option = "keys", SHAPE_FILE(keys), .shape = CLR_SHAPE_SEGMENTS, .by_index = true,
    .has_offsets = true, .open = open_keys, .lend = lend_segments, .give = give_segments,
    .name = name_by_key
};
// clang-format on
