/* SPDX-License-Identifier: Apache-2.0 */
/*
 * made_numbers - offsets and labels, drawn. See made_numbers.h.
 */
#include "made_numbers.h"
#include "message.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* Results by label where nothing is said. */
#define DEFAULT_BINS 1024

/* Number `index` of a sequence of random ones: SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t random_bits(uint64_t index)
{
    uint64_t z = (index + 1) * UINT64_C(0x9E3779B97F4A7C15);

    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* A random number of [0, 1). */
static double fraction(uint64_t index)
{
    return (double)(random_bits(index) >> 11) * 0x1p-53;
}

/* ---- Numbers -------------------------------------------------------------------------------- */

static void put(const made_shape *s, uint64_t at, uint64_t number)
{
    if (s->type == CLR_TYPE_I32)
        ((int32_t *)s->numbers)[at] = (int32_t)number;
    else
        ((int64_t *)s->numbers)[at] = (int64_t)number;
}

uint64_t made_number_at(const made_shape *s, uint64_t at)
{
    return s->type == CLR_TYPE_I32 ? (uint64_t)((const int32_t *)s->numbers)[at]
                                   : (uint64_t)((const int64_t *)s->numbers)[at];
}

static int make_room(made_shape *s, uint64_t count, uint64_t largest)
{
    s->type = largest <= INT32_MAX ? CLR_TYPE_I32 : CLR_TYPE_I64;
    s->number_count = count;
    s->numbers = malloc(made_shape_size(s));
    if (s->numbers != NULL)
        return CODE_FINE;
    return message_fail(CODE_DEVICE, "out of memory for %" PRIu64 " offsets or labels.", count);
}

/* ---- Lengths of segments -------------------------------------------------------------------- */

/* Each draws the end of segment `k` of `count`, the ones before having ended at `begin`. */
typedef uint64_t (*draw_end)(const made_shape *s, uint64_t k, uint64_t begin);

static uint64_t end_of_fixed(const made_shape *s, uint64_t k, uint64_t begin)
{
    (void)k;
    return begin + s->length;
}

/* From 0 to twice the length, which is the mean. */
static uint64_t end_of_uniform(const made_shape *s, uint64_t k, uint64_t begin)
{
    return begin + random_bits(k) % (2 * s->length + 1);
}

/*
 * The longest has a share of all elements, the second half of that, the third a third of it and so
 * on; which segment is the how-manieth is as good as random.
 */
static uint64_t end_of_zipf(const made_shape *s, uint64_t k, uint64_t begin)
{
    const uint64_t place = k * UINT64_C(2654435761) % s->count;
    const double shares = log((double)s->count) + 0.5772156649015329;
    const double length = (double)s->elements / (shares * (double)(place + 1));

    return begin + (uint64_t)(length + fraction(k));
}

/* Half of all elements in the middle one, and one in each of the others. */
static uint64_t end_of_giant(const made_shape *s, uint64_t k, uint64_t begin)
{
    return begin + (k == (s->count - 1) / 2 ? s->elements - (s->count - 1) : 1);
}

static const struct {
    const char *name;
    draw_end end;
} segment_rows[] = {{"fixed", end_of_fixed},
                    {"uniform", end_of_uniform},
                    {"zipf", end_of_zipf},
                    {"giant", end_of_giant}};

enum { GIANT = 3, SEGMENT_ROWS = 4 };

bool made_segments_are_giant(const options *o)
{
    return o->made.segments == GIANT + 1;
}

const char *made_segments_name_at(size_t index)
{
    return index < SEGMENT_ROWS ? segment_rows[index].name : NULL;
}

/* What the last one leaves belongs to none, and is no part of what is measured. */
int made_segments_draw(made_shape *s, const options *o, uint64_t count, uint64_t length)
{
    const size_t row = o->made.segments - 1;
    uint64_t begin = 0;

    s->shape = CLR_SHAPE_SEGMENTS;
    s->name = "segments";
    s->drawn = segment_rows[row].name;
    s->elements = count;
    s->count = row == GIANT ? count / 2 + 1 : (count + length - 1) / length;
    s->length = row == GIANT ? 0 : length;
    int code = make_room(s, s->count + 1, count);
    if (code != CODE_FINE)
        return code;
    put(s, 0, 0);
    for (uint64_t k = 0; k < s->count; k++) {
        begin = segment_rows[row].end(s, k, begin);
        begin = begin > count ? count : begin;
        put(s, k + 1, begin);
    }
    s->elements = begin;
    return CODE_FINE;
}

/* ---- Labels --------------------------------------------------------------------------------- */

/* Each draws the label of element `i`. */
typedef uint64_t (*draw_label)(const made_shape *s, uint64_t i);

static uint64_t uniform_label(const made_shape *s, uint64_t i)
{
    return random_bits(i) % s->count;
}

/* Label k as often as 1 / (k + 1). */
static uint64_t zipf_label(const made_shape *s, uint64_t i)
{
    const uint64_t label = (uint64_t)exp(fraction(i) * log((double)s->count + 1)) - 1;

    return label < s->count ? label : s->count - 1;
}

static uint64_t sorted_label(const made_shape *s, uint64_t i)
{
    return (uint64_t)((double)i / (double)s->elements * (double)s->count);
}

static uint64_t one_label(const made_shape *s, uint64_t i)
{
    (void)i;
    return s->count / 2;
}

static const struct {
    const char *name;
    draw_label label;
} label_rows[] = {
    {"uniform", uniform_label}, {"zipf", zipf_label}, {"sorted", sorted_label}, {"one", one_label}};

enum { LABEL_ROWS = 4 };

const char *made_labels_name_at(size_t index)
{
    return index < LABEL_ROWS ? label_rows[index].name : NULL;
}

#define PRAGMA(text) _Pragma(#text)

int made_labels_draw(made_shape *s, const options *o, uint64_t count)
{
    const size_t row = o->made.spread == 0 ? 0 : o->made.spread - 1;

    s->shape = CLR_SHAPE_LABELS;
    s->name = "labels";
    s->drawn = label_rows[row].name;
    s->elements = count;
    s->count = o->shape.bins == 0 ? DEFAULT_BINS : o->shape.bins;
    int code = make_room(s, count, s->count);
    if (code != CODE_FINE)
        return code;
    PRAGMA(omp parallel for schedule(static))
    for (uint64_t i = 0; i < count; i++)
        put(s, i, label_rows[row].label(s, i));
    return CODE_FINE;
}
