/* SPDX-License-Identifier: Apache-2.0 */
/*
 * options_shape - options about which numbers make a result together, where there are many results.
 * See options_rows.h.
 */
#include "made_shape.h"
#include "options_rows.h"
#include "quantity.h"
#include <errno.h>
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

static bool store_bins(options *o, const char *text)
{
    return options_store_positive("bins", text, &o->shape.bins);
}

/* ---- Of bench --------------------------------------------------------------------------------- */

static bool store_lengths(options *o, const char *text)
{
    o->shape.all_lengths = strcmp(text, "all") == 0;
    if (o->shape.all_lengths)
        return true;
    o->shape.length_count = quantity_parse_list(text, o->shape.lengths, OPTIONS_SIZES_MOST);
    if (o->shape.length_count != 0)
        return true;
    message_note("--lengths takes all, or up to %d whole numbers above 0 such as 1,7,64,1K, not "
                 "'%s'.",
                 OPTIONS_SIZES_MOST, text);
    return false;
}

static bool store_extents(options *o, const char *text)
{
    shape_options *shape = &o->shape;
    const char *at = text;

    for (shape->rank = 0; shape->rank < CLR_RANK_MOST; at++) {
        char word[QUANTITY_TEXT_SIZE];
        const size_t length = strcspn(at, "x");
        if (length >= sizeof word)
            break;
        memcpy(word, at, length);
        word[length] = '\0';
        at += length;
        uint64_t *extent = &shape->extents[shape->rank++];
        if (!quantity_parse(word, extent) || *extent == 0)
            break;
        if (*at == '\0')
            return true;
    }
    message_note("--extents takes up to %d numbers above 0 with an x between them, such as "
                 "256x1024x1024, not '%s'.",
                 CLR_RANK_MOST, text);
    return false;
}

/* Stores 1 more than the name's place in the list. */
static bool store_kind(const char *name, words_list names, const char *text, size_t *kind)
{
    for (size_t i = 0; names(i) != NULL; i++) {
        if (strcmp(names(i), text) == 0) {
            *kind = i + 1;
            return true;
        }
    }
    message_note("--%s is %s, %s, %s or %s, not '%s'.", name, names(0), names(1), names(2),
                 names(3), text);
    return false;
}

static bool store_segments(options *o, const char *text)
{
    return store_kind("segments", made_segments_name_at, text, &o->shape.segments);
}

static bool store_spread(options *o, const char *text)
{
    return store_kind("spread", made_labels_name_at, text, &o->shape.spread);
}

// clang-format off
const option_row options_shape_rows[] = {
    {"axis", 0, "LIST", RUNS, store_axis,
     "reduce these axes of an .npy array: 0,2; -1 is the last"},
    {"keepdims", 0, NULL, VERB_REDUCE, store_keepdims, "axes of --axis stay, with an extent of 1"},
    {"length", 0, "N", RUNS, store_length, "a result for each N numbers"},
    {"offsets", 0, "FILE", VERB_REDUCE, store_offsets,
     "a result for the numbers from each offset to the next"},
    {"bins", 0, "N", VERB_BENCH, store_bins, "results by label: 0 to N - 1"},
    {"lengths", 0, "all|LIST", VERB_BENCH, store_lengths, "--length for each of 1,7,64,1K"},
    {"extents", 0, "AxBxC", VERB_BENCH, store_extents, "the array for --axis: 256x1024x1024"},
    {"segments", 0, "KIND", VERB_BENCH, store_segments,
     "offsets, a mean --length apart: fixed, uniform, zipf; or giant"},
    {"spread", 0, "KIND", VERB_BENCH, store_spread,
     "labels for --bins: uniform, zipf, sorted, one (default: uniform)"},
    {0},
};
// clang-format on
