/* SPDX-License-Identifier: Apache-2.0 */
/*
 * options_made - options about the arrays, segments and labels that bench makes itself. See
 * options_rows.h.
 */
#include "made_shape.h"
#include "options_rows.h"
#include "quantity.h"
#include <string.h>

static bool store_lengths(options *o, const char *text)
{
    o->made.all_lengths = strcmp(text, "all") == 0;
    if (o->made.all_lengths)
        return true;
    o->made.length_count = quantity_parse_list(text, o->made.lengths, OPTIONS_SIZES_MOST);
    if (o->made.length_count != 0)
        return true;
    message_note("--lengths takes all, or up to %d whole numbers above 0 such as 1,7,64,1K, not "
                 "'%s'.",
                 OPTIONS_SIZES_MOST, text);
    return false;
}

/* An axis: its extent, behind a minus if it is read backwards, before /2 if every other index is.
 */
static bool read_extent(char *word, uint64_t *extent, int64_t *step)
{
    const bool backwards = word[0] == '-';
    char *slash = strchr(word, '/');
    uint64_t each = 1;

    if (slash != NULL) {
        *slash = '\0';
        if (!quantity_parse(slash + 1, &each) || each == 0 || each > INT32_MAX)
            return false;
    }
    *step = backwards ? -(int64_t)each : (int64_t)each;
    return quantity_parse(word + backwards, extent) && *extent != 0;
}

static bool store_extents(options *o, const char *text)
{
    made_options *made = &o->made;
    const char *at = text;

    for (made->rank = 0; made->rank < CLR_RANK_MOST; at++) {
        char word[2 * QUANTITY_TEXT_SIZE];
        const size_t length = strcspn(at, "x");
        if (length >= sizeof word)
            break;
        memcpy(word, at, length);
        word[length] = '\0';
        at += length;
        const size_t axis = made->rank++;
        if (!read_extent(word, &made->extents[axis], &made->steps[axis]))
            break;
        if (*at == '\0')
            return true;
    }
    message_note("--extents takes up to %d numbers above 0 with an x between them, such as "
                 "256x1024x1024 or, backwards and every other one, 256x-1024x1024/2, not '%s'.",
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
    return store_kind("segments", made_segments_name_at, text, &o->made.segments);
}

static bool store_spread(options *o, const char *text)
{
    return store_kind("spread", made_labels_name_at, text, &o->made.spread);
}

// clang-format off
const option_row options_made_rows[] = {
    {"lengths", 0, "all|LIST", VERB_BENCH, store_lengths, "--length for each of 1,7,64,1K"},
    {"extents", 0, "AxBxC", VERB_BENCH | VERB_EXPLAIN, store_extents, "the array for --axis: 256x1024x1024"},
    {"segments", 0, "KIND", VERB_BENCH | VERB_EXPLAIN, store_segments,
     "offsets, a mean --length apart: fixed, uniform, zipf; or giant"},
    {"spread", 0, "KIND", VERB_BENCH | VERB_EXPLAIN, store_spread,
     "labels for --bins: uniform, zipf, sorted, one (default: uniform)"},
    {0},
};
// clang-format on
