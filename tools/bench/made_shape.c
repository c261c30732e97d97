/* SPDX-License-Identifier: Apache-2.0 */
/*
 * made_shape - shapes out of options, the refusal of options that do not go together, and gathers.
 * See made_shape.h.
 */
#include "made_shape.h"
#include "message.h"
#include "quantity.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Lengths around the borders between kernels, of this library and of others. */
static const uint64_t all_lengths[] = {
    1,    2,    3,    4,     5,     7,      8,       15,      16,       17,       31,
    32,   33,   64,   100,   128,   255,    256,     257,     513,      1000,     1024,
    4095, 4096, 8192, 10000, 65536, 262144, 1048576, 4194304, 16777216, 67108864, 268435456};

/* Labels where --bins does not say how many. */
#define DEFAULT_BINS 1024

/* ---- Axes ------------------------------------------------------------------------------------ */

/* Strides and first element of the view, from extents and steps. The stored array has |step|
 * indices for each of the view's along an axis, the last axis innermost; along an axis with a
 * negative step the view begins with its highest place. */
static void lay_out(made_shape *s)
{
    uint64_t stride = 1;

    for (size_t k = s->rank; k-- > 0;) {
        const uint64_t each = (uint64_t)llabs(s->steps[k]);
        s->strides[k] = (int64_t)stride * s->steps[k];
        s->first += s->steps[k] < 0 ? (s->extents[k] - 1) * each * stride : 0;
        s->is_view = s->is_view || s->steps[k] != 1;
        stride *= s->extents[k] * each;
    }
}

/* The axis that a number of `--axis` means: -1 is the last. */
static int64_t axis_at(const options *o, size_t i)
{
    return o->shape.axes[i] + (o->shape.axes[i] < 0 ? (int64_t)o->made.rank : 0);
}

static unsigned reduced_axes(const options *o)
{
    unsigned reduced = 0;

    for (size_t i = 0; i < o->shape.axis_count; i++)
        reduced |= 1u << axis_at(o, i);
    return reduced;
}

/* A shape of axes whose rank, extents, steps and reduced axes are filled in. */
static int make_axes(made_shape *s, const char *name)
{
    s->shape = CLR_SHAPE_AXES;
    s->name = name;
    s->drawn = "";
    s->count = 1;
    s->elements = 1;
    for (size_t k = 0; k < s->rank; k++) {
        s->elements *= s->extents[k];
        s->count *= (s->reduced >> k & 1) != 0 ? 1 : s->extents[k];
    }
    lay_out(s);
    return CODE_FINE;
}

static int make_rows(made_shape *s, uint64_t count, uint64_t length)
{
    *s = (made_shape){.length = length,
                      .rank = 2,
                      .extents = {count / length, length},
                      .steps = {1, 1},
                      .reduced = 1u << 1};
    return make_axes(s, "rows");
}

static int make_array(made_shape *s, const options *o)
{
    s->rank = o->made.rank;
    s->reduced = reduced_axes(o);
    memcpy(s->extents, o->made.extents, sizeof s->extents);
    memcpy(s->steps, o->made.steps, sizeof s->steps);
    return make_axes(s, "axes");
}

uint64_t made_shape_extents_count(const options *o)
{
    uint64_t count = 1;

    for (size_t k = 0; k < o->made.rank; k++) {
        const uint64_t factors[] = {o->made.extents[k], (uint64_t)llabs(o->made.steps[k])};
        for (size_t i = 0; i < 2; i++) {
            if (factors[i] > UINT64_MAX / count)
                return UINT64_MAX; /* which no device takes */
            count *= factors[i];
        }
    }
    return count;
}

/* ---- Segments and labels --------------------------------------------------------------------- */

/* Elements behind the last segment belong to no result, and are no part of what is measured.
 * Options number kinds of segments and of labels from 1; 0: none is asked for. */
static int make_segments(made_shape *s, const options *o, uint64_t count, uint64_t length)
{
    const size_t kind = o->made.segments - 1;

    s->shape = CLR_SHAPE_SEGMENTS;
    s->name = "segments";
    s->drawn = made_segments_name_at(kind);
    s->count = made_segments_count(kind, count, length);
    s->length = kind == MADE_GIANT ? 0 : length;
    OR_RETURN(made_segments_draw(&s->numbers, kind, count, s->count, length));
    s->elements = made_numbers_get(&s->numbers, s->count);
    if (kind != MADE_KEYS)
        return CODE_FINE;
    s->shape = CLR_SHAPE_RUNS;
    s->name = "runs";
    s->drawn = "";
    return made_keys_draw(&s->keys, &s->numbers);
}

static int draw_labels(made_shape *s, const options *o, uint64_t labelled)
{
    const size_t kind = o->made.spread == 0 ? 0 : o->made.spread - 1;

    s->drawn = made_labels_name_at(kind);
    s->labels = o->shape.bins == 0 ? DEFAULT_BINS : o->shape.bins;
    s->labelled = labelled;
    return made_labels_draw(&s->numbers, kind, labelled, s->labels);
}

static int make_labels(made_shape *s, const options *o, uint64_t count)
{
    s->shape = CLR_SHAPE_LABELS;
    s->name = "labels";
    s->elements = count;
    const int code = draw_labels(s, o, count);
    s->count = s->labels;
    return code;
}

static bool has_labels(const options *o)
{
    return o->shape.bins != 0 || o->made.spread != 0;
}

uint64_t made_shape_labelled(const options *o, uint64_t count)
{
    const unsigned reduced = reduced_axes(o);
    uint64_t labelled = 1;

    for (size_t k = 0; k < o->made.rank; k++)
        labelled *= (reduced >> k & 1) != 0 ? o->made.extents[k] : 1;
    return o->made.rank != 0 ? labelled : count;
}

/* Labels lie along the axes of --axis, and each has a result for every index along the others. */
static int make_labelled_array(made_shape *s, const options *o)
{
    int code = make_array(s, o);

    s->shape = CLR_SHAPE_AXIS_LABELS;
    s->name = "labels along axes";
    if (code == CODE_FINE)
        code = draw_labels(s, o, made_shape_labelled(o, s->elements));
    s->count *= s->labels;
    return code;
}

/* ---- The interface --------------------------------------------------------------------------- */

static bool has_lengths(const options *o)
{
    return o->made.all_lengths || o->made.length_count != 0;
}

bool made_shape_is_asked(const options *o)
{
    const shape_options *asked = &o->shape;
    const made_options *made = &o->made;

    return asked->axis_count != 0 || made->rank != 0 || asked->length != 0 || has_lengths(o) ||
           made->segments != 0 || has_labels(o);
}

static int check_axes(const options *o)
{
    unsigned reduced = 0;

    for (size_t i = 0; i < o->shape.axis_count; i++) {
        const int64_t axis = axis_at(o, i);
        if (axis < 0 || axis >= (int64_t)o->made.rank)
            return message_fail(CODE_USAGE,
                                "--axis %" PRId64 ": --extents describes an array of %zu axes, "
                                "numbered from 0.",
                                o->shape.axes[i], o->made.rank);
        if ((reduced >> axis & 1) != 0)
            return message_fail(CODE_USAGE, "--axis names axis %" PRId64 " twice.", axis);
        reduced |= 1u << axis;
    }
    return CODE_FINE;
}

static int check_lengths(const options *o, uint64_t count)
{
    uint64_t lengths[OPTIONS_SIZES_MOST];
    const size_t found = made_shape_lengths(o, count, lengths);

    for (size_t i = 0; i < found; i++)
        if (lengths[i] > count)
            return message_fail(CODE_USAGE,
                                "a length of %" PRIu64 " is more than the %" PRIu64
                                " elements in all: choose a larger --count.",
                                lengths[i], count);
    return CODE_FINE;
}

/* Refuses options of other kinds of benchmark beside a shape. */
static int check_others(const options *o)
{
    const char *other = o->strategies.count != 0 ? "strategies"
                        : o->size_count != 0     ? "sizes"
                        : o->levels              ? "levels"
                        : o->plot                ? "plot"
                                                 : NULL;

    if (other)
        return message_fail(CODE_USAGE,
                            "bench measures many results by themselves: leave --%s out, or what "
                            "says which elements make a result.",
                            other);
    return CODE_FINE;
}

int made_shape_check_options(const options *o, uint64_t count)
{
    const shape_options *asked = &o->shape;
    const made_options *made = &o->made;
    const bool has_axes = asked->axis_count != 0 || made->rank != 0;
    const bool has_length = asked->length != 0 || has_lengths(o);
    const bool is_giant = made->segments == MADE_GIANT + 1;

    if (has_axes && (asked->axis_count == 0 || made->rank == 0))
        return message_fail(CODE_USAGE,
                            "--axis and --extents belong together: --axis 0,2 --extents "
                            "256x1024x1024.");
    if ((has_axes || has_labels(o)) && (has_length || made->segments != 0))
        return message_fail(
            CODE_USAGE, "--axis or --bins, and --length or --segments say in different ways which "
                        "elements make a result: choose one.");
    if (asked->length != 0 && has_lengths(o))
        return message_fail(CODE_USAGE,
                            "--length is one length, --lengths are several: choose one.");
    if (made->segments != 0 && has_length == is_giant)
        return message_fail(CODE_USAGE, is_giant
                                            ? "segments of kind giant have lengths of their own: "
                                              "leave --length out."
                                            : "--segments needs a mean --length, or --lengths.");
    if (has_axes && o->input.has_count)
        return message_fail(CODE_USAGE, "--extents says how many elements: leave --count out.");
    OR_RETURN(check_others(o));
    OR_RETURN(check_axes(o));
    return check_lengths(o, count);
}

size_t made_shape_lengths(const options *o, uint64_t count, uint64_t lengths[OPTIONS_SIZES_MOST])
{
    const size_t given = sizeof all_lengths / sizeof all_lengths[0];
    const uint64_t *from = o->made.all_lengths ? all_lengths : o->made.lengths;
    const size_t most = o->made.all_lengths ? given : o->made.length_count;
    size_t found = 0;

    if (!has_lengths(o)) {
        lengths[0] = o->shape.length;
        return 1;
    }
    for (size_t i = 0; i < most; i++)
        if (from[i] <= count || !o->made.all_lengths)
            lengths[found++] = from[i];
    return found;
}

int made_shape_open(made_shape *s, const options *o, uint64_t count, uint64_t length)
{
    memset(s, 0, sizeof *s);
    if (o->made.rank != 0)
        return has_labels(o) ? make_labelled_array(s, o) : make_array(s, o);
    if (o->made.segments != 0)
        return make_segments(s, o, count, length);
    return length != 0 ? make_rows(s, count, length) : make_labels(s, o, count);
}

void made_shape_close(made_shape *s)
{
    made_numbers_close(&s->numbers);
    made_numbers_close(&s->keys);
}

const made_numbers *made_shape_read(const made_shape *s)
{
    return s->shape == CLR_SHAPE_RUNS ? &s->keys : &s->numbers;
}

/* ---- Which elements -------------------------------------------------------------------------- */

static uint64_t count_label(const made_shape *s, uint64_t label)
{
    uint64_t found = 0;

    for (uint64_t i = 0; i < s->labelled; i++)
        found += made_numbers_get(&s->numbers, i) == label;
    return found;
}

static bool has_offsets(const made_shape *s)
{
    return s->shape == CLR_SHAPE_SEGMENTS || s->shape == CLR_SHAPE_RUNS;
}

uint64_t made_shape_length(const made_shape *s, uint64_t k)
{
    if (has_offsets(s))
        return made_numbers_get(&s->numbers, k + 1) - made_numbers_get(&s->numbers, k);
    return s->labels != 0 ? count_label(s, k / (s->count / s->labels)) : s->elements / s->count;
}

/* Adds to an element's place its offset along the reduced axes, or along the kept ones. `number`
 * counts the indices along them, the last axis innermost. */
static void add_axes(const made_shape *s, bool reduced, uint64_t number, uint64_t *place)
{
    for (size_t k = s->rank; k-- > 0;) {
        if (((s->reduced >> k & 1) != 0) != reduced)
            continue;
        *place += (uint64_t)((int64_t)(number % s->extents[k]) * s->strides[k]);
        number /= s->extents[k];
    }
}

static void gather_axes(const made_shape *s, uint64_t k, size_t size, const char *from, char *to)
{
    const uint64_t length = made_shape_length(s, k);

    for (uint64_t i = 0; i < length; i++) {
        uint64_t place = s->first;
        add_axes(s, false, k, &place);
        add_axes(s, true, i, &place);
        memcpy(to + i * size, from + place * size, size);
    }
}

static void gather_label(const made_shape *s, uint64_t k, size_t size, const char *from, char *to)
{
    for (uint64_t i = 0; i < s->elements; i++) {
        if (made_numbers_get(&s->numbers, i) != k)
            continue;
        memcpy(to, from + i * size, size);
        to += size;
    }
}

static void gather_labelled(const made_shape *s, uint64_t k, size_t size, const char *from,
                            char *to)
{
    const uint64_t kept = s->count / s->labels;

    for (uint64_t i = 0; i < s->labelled; i++) {
        uint64_t place = s->first;
        if (made_numbers_get(&s->numbers, i) != k / kept)
            continue;
        add_axes(s, false, k % kept, &place);
        add_axes(s, true, i, &place);
        memcpy(to, from + place * size, size);
        to += size;
    }
}

/* Elements that lie one behind the other are one copy. Results are numbered label by label. */
void made_shape_gather(const made_shape *s, uint64_t k, size_t size, const void *from, void *to)
{
    const char *elements = from;

    if (has_offsets(s))
        memcpy(to, elements + made_numbers_get(&s->numbers, k) * size,
               made_shape_length(s, k) * size);
    else if (s->shape == CLR_SHAPE_AXES && s->length != 0)
        memcpy(to, elements + k * s->length * size, s->length * size);
    else if (s->shape == CLR_SHAPE_LABELS)
        gather_label(s, k, size, elements, to);
    else if (s->shape == CLR_SHAPE_AXIS_LABELS)
        gather_labelled(s, k, size, elements, to);
    else
        gather_axes(s, k, size, elements, to);
}

/* ---- In words -------------------------------------------------------------------------------- */

static void text_of_axes(const made_shape *s, char text[MADE_SHAPE_TEXT_SIZE])
{
    const char *before = "axis ";
    int used = s->labels == 0 ? 0
                              : snprintf(text, MADE_SHAPE_TEXT_SIZE,
                                         "%" PRIu64 " labels, %s, along ", s->labels, s->drawn);

    for (size_t k = 0; k < s->rank; k++) {
        if ((s->reduced >> k & 1) == 0)
            continue;
        used += snprintf(text + used, (size_t)(MADE_SHAPE_TEXT_SIZE - used), "%s%zu", before, k);
        before = ",";
    }
    for (size_t k = 0; k < s->rank; k++) {
        used += snprintf(text + used, (size_t)(MADE_SHAPE_TEXT_SIZE - used), "%s%s%" PRIu64,
                         k == 0 ? " of " : "x", s->steps[k] < 0 ? "-" : "", s->extents[k]);
        if (llabs(s->steps[k]) != 1)
            used += snprintf(text + used, (size_t)(MADE_SHAPE_TEXT_SIZE - used), "/%lld",
                             llabs(s->steps[k]));
    }
}

void made_shape_text(const made_shape *s, char text[MADE_SHAPE_TEXT_SIZE])
{
    char length[QUANTITY_TEXT_SIZE];

    quantity_count(s->length, length);
    if (s->rank != 0 && s->length == 0)
        text_of_axes(s, text);
    else if (s->shape == CLR_SHAPE_AXES)
        snprintf(text, MADE_SHAPE_TEXT_SIZE, "rows of %s", length);
    else if (s->shape == CLR_SHAPE_RUNS)
        snprintf(text, MADE_SHAPE_TEXT_SIZE, "runs of %s equal keys", length);
    else if (s->length != 0)
        snprintf(text, MADE_SHAPE_TEXT_SIZE, "segments, %s, of %s", s->drawn, length);
    else
        snprintf(text, MADE_SHAPE_TEXT_SIZE, "%s, %s", s->name, s->drawn);
}
