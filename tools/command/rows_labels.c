/* SPDX-License-Identifier: Apache-2.0 */
/* rows_labels - results by label: of a list, or along axes of an array. See shape_row.h. */
#include "beside.h"
#include "message.h"
#include "shaped.h"
#include <inttypes.h>
#include <string.h>

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
static int open_list(rows *s, const options *o, const feed *f)
{
    s->kept = 1;
    return open_labels(s, o, feed_counted(f));
}

static int open_labelled(rows *s, const options *o, const feed *f)
{
    const int code = rows_open_axes(s, o, f);

    s->kept = s->count;
    return code == CODE_FINE ? open_labels(s, o, f->names[0]) : code;
}

static int lend_labels(shaped *s, const rows_piece *piece, device_piece *d)
{
    const labels *l = &s->rows.labels;
    clr_labels *made = &d->labels;

    *made = (clr_labels){.size = sizeof *made,
                         .count = s->rows.row->is_scattered ? piece->count : s->rows.bins,
                         .type = l->type};
    d->run.labels = made;
    OR_RETURN(
        device_memory_lend(&s->memory, l->count * clr_type_size(l->type), l->at, &made->labels));
    OR_RETURN(device_memory_make(&s->memory, sizeof s->outside, &made->outside));
    return device_memory_write(&s->memory, made->outside, sizeof s->outside, &s->outside);
}

static int lend_labelled(shaped *s, const rows_piece *piece, device_piece *d)
{
    OR_RETURN(shaped_lend_axes(s, piece, d));
    return lend_labels(s, piece, d);
}

static bool give_labels(const shaped *s, const rows_piece *piece, host_piece *h)
{
    (void)piece;
    h->run.by = s->rows.labels.at;
    h->run.by_type = s->rows.labels.type;
    h->run.results = s->rows.bins;
    h->run.outside = &h->outside;
    return true;
}

static bool give_labelled(const shaped *s, const rows_piece *piece, host_piece *h)
{
    return shaped_give_axes(s, piece, h) && give_labels(s, piece, h);
}

static uint64_t length_labelled(const rows *s, uint64_t row)
{
    return s->offsets ? s->offsets[row / s->kept + 1] - s->offsets[row / s->kept] : s->length;
}

/* Copies the elements at the label's indices, relative to the kept index. */
static const void *elements_labelled(const rows *s, const rows_piece *piece, uint64_t row,
                                     size_t number, size_t size, const void *room, void *scratch)
{
    const uint64_t *order = s->order + rows_label_begin(s, row), count = length_labelled(s, row);
    rows_along along;
    const char *at = rows_kept_begin(s, piece, row % s->kept, number, size, room, &along);

    for (uint64_t i = 0; i < count; i++)
        memcpy((char *)scratch + i * size,
               at + strided_place(along.axes, along.rank, order[i]) * size, size);
    return scratch;
}

// clang-format off
const shape_row rows_of_labels = {
    .option = "labels", SHAPE_FILE(labels), .shape = CLR_SHAPE_LABELS, .by_index = true,
    .has_offsets = true, .is_scattered = true, .has_own_mask = true, .open = open_list,
    .lend = lend_labels, .give = give_labels, .name = rows_name_by_index
};

const shape_row rows_of_axis_labels = {
    .option = "labels", SHAPE_FILE(labels), .shape = CLR_SHAPE_AXIS_LABELS, .has_axes = true,
    .counts_lines = true, .is_labelled = true, .open = open_labelled, .lend = lend_labelled,
    .give = give_labelled, .length = length_labelled, .elements = elements_labelled,
    .name = rows_name_by_index
};
// clang-format on
