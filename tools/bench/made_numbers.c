/* SPDX-License-Identifier: Apache-2.0 */
/*
 * made_numbers - the kinds of segments and of labels: a row each, with a function that draws one
 * number. See made_numbers.h.
 */
#include "made_numbers.h"
#include "distribution.h"
#include "message.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* The segments or labels that numbers are drawn for. */
typedef struct drawing {
    uint64_t elements;
    uint64_t count;  /* segments or labels */
    uint64_t length; /* of a segment, on average */
} drawing;

/* A random number of [0, 1). */
static double fraction(uint64_t index)
{
    return (double)(distribution_bits(index) >> 11) * 0x1p-53;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static void put(const made_numbers *n, uint64_t index, uint64_t number)
{
    if (n->type == CLR_TYPE_I32)
        ((int32_t *)n->at)[index] = (int32_t)number;
    else
        ((int64_t *)n->at)[index] = (int64_t)number;
}

uint64_t made_numbers_get(const made_numbers *n, uint64_t index)
{
    return n->type == CLR_TYPE_I32 ? (uint64_t)((const int32_t *)n->at)[index]
                                   : (uint64_t)((const int64_t *)n->at)[index];
}

uint64_t made_numbers_size(const made_numbers *n)
{
    return n->count * clr_type_size(n->type);
}

static int make_room(made_numbers *n, uint64_t count, uint64_t largest)
{
    n->type = largest <= INT32_MAX ? CLR_TYPE_I32 : CLR_TYPE_I64;
    n->count = count;
    n->at = malloc(made_numbers_size(n));
    if (n->at)
        return CODE_FINE;
    return message_fail(CODE_DEVICE, "out of memory for %" PRIu64 " offsets, labels or keys.",
                        count);
}

void made_numbers_close(made_numbers *n)
{
    free(n->at);
    *n = (made_numbers){0};
}

/* ---- Lengths of segments --------------------------------------------------------------------- */

/* Each draws the end of segment `k`, the segments before having ended at `begin`. */
typedef uint64_t (*draw_end)(const drawing *d, uint64_t k, uint64_t begin);

static uint64_t end_of_fixed(const drawing *d, uint64_t k, uint64_t begin)
{
    (void)k;
    return begin + d->length;
}

/* From 0 to twice the length, which is the mean. */
static uint64_t end_of_uniform(const drawing *d, uint64_t k, uint64_t begin)
{
    return begin + distribution_bits(k) % (2 * d->length + 1);
}

/*
 * The longest has a share of all elements, the second half of that, the third a third of it and so
 * on; which segment is the how-manieth is as good as random.
 */
static uint64_t end_of_zipf(const drawing *d, uint64_t k, uint64_t begin)
{
    const uint64_t place = k * UINT64_C(2654435761) % d->count;
    const double shares = log((double)d->count) + 0.5772156649015329;
    const double length = (double)d->elements / (shares * (double)(place + 1));

    return begin + (uint64_t)(length + fraction(k));
}

/* An element in each segment but the middle one. */
static uint64_t end_of_giant(const drawing *d, uint64_t k, uint64_t begin)
{
    return begin + (k == (d->count - 1) / 2 ? d->elements - (d->count - 1) : 1);
}

static const struct {
    const char *name;
    draw_end end;
} segment_rows[] = {{"fixed", end_of_fixed},
                    {"uniform", end_of_uniform},
                    {"zipf", end_of_zipf},
                    [MADE_GIANT] = {"giant", end_of_giant},
                    [MADE_KEYS] = {"keys", end_of_fixed}};

const char *made_segments_name_at(size_t kind)
{
    return kind < sizeof segment_rows / sizeof segment_rows[0] ? segment_rows[kind].name : NULL;
}

uint64_t made_segments_count(size_t kind, uint64_t elements, uint64_t length)
{
    return kind == MADE_GIANT ? elements / 2 + 1 : (elements + length - 1) / length;
}

int made_segments_draw(made_numbers *n, size_t kind, uint64_t elements, uint64_t count,
                       uint64_t length)
{
    const drawing d = {elements, count, length};
    uint64_t begin = 0;

    OR_RETURN(make_room(n, count + 1, elements));
    put(n, 0, 0);
    for (uint64_t k = 0; k < count; k++) {
        begin = segment_rows[kind].end(&d, k, begin);
        begin = begin > elements ? elements : begin;
        put(n, k + 1, begin);
    }
    return CODE_FINE;
}

int made_keys_draw(made_numbers *n, const made_numbers *offsets)
{
    const uint64_t segments = offsets->count - 1;

    OR_RETURN(make_room(n, made_numbers_get(offsets, segments), segments));
    for (uint64_t k = 0; k < segments; k++)
        for (uint64_t i = made_numbers_get(offsets, k); i < made_numbers_get(offsets, k + 1); i++)
            put(n, i, k);
    return CODE_FINE;
}

/* ---- Labels ---------------------------------------------------------------------------------- */

/* Each draws the label of element `i`. */
typedef uint64_t (*draw_label)(const drawing *d, uint64_t i);

static uint64_t uniform_label(const drawing *d, uint64_t i)
{
    return distribution_bits(i) % d->count;
}

/* Label k as often as 1 / (k + 1). */
static uint64_t zipf_label(const drawing *d, uint64_t i)
{
    const uint64_t label = (uint64_t)exp(fraction(i) * log((double)d->count + 1)) - 1;

    return label < d->count ? label : d->count - 1;
}

static uint64_t sorted_label(const drawing *d, uint64_t i)
{
    return (uint64_t)((double)i / (double)d->elements * (double)d->count);
}

static uint64_t one_label(const drawing *d, uint64_t i)
{
    (void)i;
    return d->count / 2;
}

static const struct {
    const char *name;
    draw_label label;
} label_rows[] = {
    {"uniform", uniform_label}, {"zipf", zipf_label}, {"sorted", sorted_label}, {"one", one_label}};

const char *made_labels_name_at(size_t kind)
{
    return kind < sizeof label_rows / sizeof label_rows[0] ? label_rows[kind].name : NULL;
}

#define PRAGMA(text) _Pragma(#text)

int made_labels_draw(made_numbers *n, size_t kind, uint64_t elements, uint64_t count)
{
    const drawing d = {.elements = elements, .count = count};

    OR_RETURN(make_room(n, elements, count));
    PRAGMA(omp parallel for schedule(static))
    for (uint64_t i = 0; i < elements; i++)
        put(n, i, label_rows[kind].label(&d, i));
    return CODE_FINE;
}
