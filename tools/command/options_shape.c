/* SPDX-License-Identifier: Apache-2.0 */
/*
 * options_shape - options about which numbers make a result together, where there are many results.
 * See options_rows.h.
 */
#include "options_rows.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A whole number, and what ends it in `*end`. */
static bool read_axis(const char *text, int64_t *axis, const char **end)
{
    char *behind = NULL;

    errno = 0;
    *axis = strtoll(text, &behind, 10);
    *end = behind;
    return behind != text && errno == 0 && *text != ' ' && *text != '+';
}

static bool store_axis(options *o, const char *text)
{
    shape_options *shape = &o->shape;
    const char *at = text;

    for (shape->axis_count = 0; shape->axis_count < CLR_RANK_MOST; at++) {
        if (!read_axis(at, &shape->axes[shape->axis_count++], &at))
            break;
        if (*at == '\0')
            return true;
        if (*at != ',')
            break;
        at += strspn(at + 1, " ");
    }
    message_note("--axis takes up to %d axes separated by commas, such as 0,2 or -1 for the last, "
                 "not '%s'.",
                 CLR_RANK_MOST, text);
    return false;
}

static bool store_keepdims(options *o, const char *text)
{
    (void)text;
    o->shape.keepdims = true;
    return true;
}

static bool store_length(options *o, const char *text)
{
    return options_store_positive("length", text, &o->shape.length);
}

static bool store_offsets(options *o, const char *text)
{
    o->shape.offsets = text;
    return true;
}

static bool store_labels(options *o, const char *text)
{
    o->shape.labels = text;
    return true;
}

static bool store_keys(options *o, const char *text)
{
    o->shape.keys = text;
    return true;
}

static bool store_keys_out(options *o, const char *text)
{
    o->shape.keys_out = text;
    return true;
}

static bool store_bins(options *o, const char *text)
{
    return options_store_positive("bins", text, &o->shape.bins);
}

/* A finite number, and what ends it in `*end`. */
static bool read_end(const char *text, double *number, const char **end)
{
    char *behind = NULL;

    *number = strtod(text, &behind);
    *end = behind;
    return behind != text && isfinite(*number) && *text != ' ';
}

static bool store_range(options *o, const char *text)
{
    double *range = o->shape.range;
    const char *at = text;

    o->shape.has_range = read_end(at, &range[0], &at) && *at == ',' &&
                         read_end(at + 1, &range[1], &at) && *at == '\0' && range[0] <= range[1];
    if (!o->shape.has_range)
        message_note("--range takes two finite numbers, the smaller one first, such as 0,1 or "
                     "-1e3,1e3, not '%s'.",
                     text);
    return o->shape.has_range;
}

// clang-format off
const option_row options_shape_rows[] = {
    {"axis", 0, "LIST", RUNS | VERB_STATS | VERB_EXPLAIN, store_axis,
     "reduce these axes of an .npy array: 0,2; -1 is the last"},
    {"keepdims", 0, NULL, VERB_REDUCE, store_keepdims, "axes of --axis stay, with an extent of 1"},
    {"length", 0, "N", RUNS | VERB_STATS | VERB_EXPLAIN, store_length, "a result for each N numbers"},
    {"offsets", 0, "FILE", VERB_REDUCE | VERB_STATS, store_offsets,
     "a result for the numbers from each offset to the next"},
    {"labels", 0, "FILE", VERB_REDUCE | VERB_STATS, store_labels, "a result for the numbers of each label"},
    {"bins", 0, "N", VERB_REDUCE | VERB_STATS | VERB_HIST | VERB_BENCH | VERB_EXPLAIN, store_bins,
     "labels 0 to N - 1 alone; hist: so many bins (default: 10)"},
    {"keys", 0, "FILE", VERB_REDUCE | VERB_STATS, store_keys, "a result for each run of equal keys"},
    {"keys-out", 0, "FILE", VERB_REDUCE, store_keys_out, "write the key of each run as .npy"},
    {"range", 0, "A,B", VERB_HIST, store_range, "bins from A to B (default: the least to the largest)"},
    {0},
};
// clang-format on
