/* SPDX-License-Identifier: Apache-2.0 */
/* options_store - functions that store an option's argument. See options_store.h. */
#include "options_store.h"
#include "hush.h"
#include "made_shape.h"
#include "message.h"
#include "operator_list.h"
#include "progress.h"
#include "quantity.h"
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *member_of(options *o, size_t offset)
{
    return (char *)o + offset;
}

static void note_given(const option_row *row, options *o)
{
    if (row->has != 0)
        *(bool *)member_of(o, row->has) = true;
}

/* ---- For any option -------------------------------------------------------------------------- */

bool options_store_flag(const option_row *row, options *o, const char *text)
{
    (void)text;
    *(bool *)member_of(o, row->member) = true;
    return true;
}

bool options_store_word(const option_row *row, options *o, const char *text)
{
    *(const char **)member_of(o, row->member) = text;
    return true;
}

static bool read_number(const option_row *row, const char *text, uint64_t *number)
{
    if (quantity_parse(text, number))
        return true;
    message_note("--%s takes a whole number such as 1000, 64K or 1e6, not '%s'.", row->name, text);
    return false;
}

static bool read_positive(const option_row *row, const char *text, uint64_t *number)
{
    if (!read_number(row, text, number))
        return false;
    if (*number != 0)
        return true;
    message_note("--%s takes a number above 0; leave it out for the default.", row->name);
    return false;
}

bool options_store_number(const option_row *row, options *o, const char *text)
{
    note_given(row, o);
    return read_number(row, text, member_of(o, row->member));
}

bool options_store_positive(const option_row *row, options *o, const char *text)
{
    uint64_t *number = member_of(o, row->member);

    if (!read_positive(row, text, number))
        return false;
    if (row->most == 0 || *number <= row->most)
        return true;
    message_note("--%s takes %.200s, not '%s'.", row->name, row->takes, text);
    return false;
}

/* Word number `index` of "this|that"; false past the last. */
static bool word_at(const char *words, size_t index, char word[16])
{
    for (; index > 0 && *words != '\0'; index--)
        words += strcspn(words, "|") + (words[strcspn(words, "|")] == '|');
    snprintf(word, 16, "%.*s", (int)strcspn(words, "|"), words);
    return *words != '\0';
}

/* The index of the argument among the row's words; -1 after a sentence. */
static int find_word(const option_row *row, const char *text)
{
    char word[16], list[64] = "";
    size_t count = 0;

    for (; word_at(row->argument, count, word); count++) {
        if (strcmp(word, text) == 0)
            return (int)count;
    }
    for (size_t i = 0; i < count && word_at(row->argument, i, word); i++)
        words_join(list, sizeof list, i, count, "or", word);
    message_note("--%s is %.63s, not '%s'.", row->name, list, text);
    return -1;
}

bool options_store_either(const option_row *row, options *o, const char *text)
{
    const int index = find_word(row, text);

    *(bool *)member_of(o, row->member) = index == 1;
    return index >= 0;
}

bool options_store_choice(const option_row *row, options *o, const char *text)
{
    const int index = find_word(row, text);
    const int value = row->first + index;

    note_given(row, o);
    memcpy(member_of(o, row->member), &value, sizeof value);
    return index >= 0;
}

bool options_store_form(const option_row *row, options *o, const char *text)
{
    (void)text;
    o->form = (output_form)row->first;
    return true;
}

bool options_store_type(const option_row *row, options *o, const char *text)
{
    return words_type(text, member_of(o, row->member));
}

/* ---- For the input --------------------------------------------------------------------------- */

bool options_store_column(const option_row *row, options *o, const char *text)
{
    if (!o->input.column)
        return options_store_word(row, o, text);
    message_note("--column is given twice, '%s' and '%s': one column is read at a time.",
                 o->input.column, text);
    return false;
}

/* The name is cut off in place: arguments of main() may be written to. */
bool options_store_beside(const option_row *row, options *o, const char *text)
{
    file_column *file = member_of(o, row->member);

    *file = (file_column){text, input_path_name(text)};
    if (file->column)
        *((char *)(uintptr_t)file->column - 1) = '\0';
    return true;
}

/* A delimiter: a word, or a byte that cannot be in a number, quote or comment. */
bool options_store_delimiter(const option_row *row, options *o, const char *text)
{
    static const struct {
        const char *word;
        char delimiter;
    } words[] = {{"tab", '\t'},      {"space", ' '}, {"comma", ','},
                 {"semicolon", ';'}, {"\\t", '\t'},  {"any", INPUT_DELIMITER_ANY}};

    (void)row;
    o->input.delimiter = 0;
    if (strlen(text) == 1 && input_is_delimiter(*text))
        o->input.delimiter = *text;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i].word, text) == 0)
            o->input.delimiter = words[i].delimiter;
    }
    if (o->input.delimiter != 0)
        return true;
    message_note("--delimiter is one character that no number has, such as ';' or '|', or tab, "
                 "space, comma, semicolon or any, and not '%.40s'.",
                 text);
    return false;
}

bool options_store_thousands(const option_row *row, options *o, const char *text)
{
    static const char marks[] = ",.'_";

    (void)row;
    if (strlen(text) == 1 && strchr(marks, *text)) {
        o->input.thousands = *text;
        return true;
    }
    message_note("--thousands is one of , . ' and _, and not '%.40s'.", text);
    return false;
}

/* A comment begins with '#', or with a byte that could separate. */
bool options_store_comment(const option_row *row, options *o, const char *text)
{
    (void)row;
    if (strlen(text) == 1 && *text != ' ' && *text != '\t' &&
        (*text == '#' || input_is_delimiter(*text))) {
        o->input.comment = *text;
        return true;
    }
    message_note("--comment is one character that no number has, such as '#', '%%' or ';', and not "
                 "'%.40s'.",
                 text);
    return false;
}

/* ---- For the shape --------------------------------------------------------------------------- */

/* Reads a whole number; `*end` is the text behind it. */
static bool read_axis(const char *text, int64_t *axis, const char **end)
{
    char *behind = NULL;

    errno = 0;
    *axis = strtoll(text, &behind, 10);
    *end = behind;
    return behind != text && errno == 0 && *text != ' ' && *text != '+';
}

bool options_store_axis(const option_row *row, options *o, const char *text)
{
    shape_options *shape = &o->shape;
    const char *at = text;

    (void)row;
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

/* Reads a finite number; `*end` is the text behind it. */
static bool read_end(const char *text, double *number, const char **end)
{
    char *behind = NULL;

    *number = strtod(text, &behind);
    *end = behind;
    return behind != text && isfinite(*number) && *text != ' ';
}

bool options_store_range(const option_row *row, options *o, const char *text)
{
    double *range = o->shape.range;
    const char *at = text;

    (void)row;
    o->shape.has_range = read_end(at, &range[0], &at) && *at == ',' &&
                         read_end(at + 1, &range[1], &at) && *at == '\0' && range[0] <= range[1];
    if (!o->shape.has_range)
        message_note("--range takes two finite numbers, the smaller one first, such as 0,1 or "
                     "-1e3,1e3, not '%s'.",
                     text);
    return o->shape.has_range;
}

/* ---- For the computation --------------------------------------------------------------------- */

bool options_store_let(const option_row *row, options *o, const char *text)
{
    const char *letter = *text == '\0' ? NULL : strchr(WORDS_SCALARS, *text);
    char *end = NULL;

    if (letter && text[1] == '=' && !isspace((unsigned char)text[2])) {
        o->scalars[letter - WORDS_SCALARS] = strtod(text + 2, &end);
        o->scalars_given[letter - WORDS_SCALARS] = text + 2;
        o->has_scalar[letter - WORDS_SCALARS] = true;
    }
    if (end && end != text + 2 && *end == '\0')
        return true;
    message_note("--%s takes a letter from a to d or p to u and its number, such as t=0.5, not "
                 "'%s'.",
                 row->name, text);
    return false;
}

bool options_store_accuracy(const option_row *row, options *o, const char *text)
{
    (void)row;
    return words_accuracy(text, &o->accuracy);
}

bool options_store_interpolation(const option_row *row, options *o, const char *text)
{
    (void)row;
    return words_interpolation(text, &o->interpolation);
}

bool options_store_strategy(const option_row *row, options *o, const char *text)
{
    (void)row;
    return words_strategy(text, &o->plan.strategy);
}

bool options_store_unsound(const option_row *row, options *o, const char *text)
{
    (void)row;
    (void)text;
    o->plan.unsound = 1;
    return true;
}

bool options_store_sweep(const option_row *row, options *o, const char *text)
{
    uint64_t *const sizes[SWEEP_COUNT] = {[SWEEP_GROUP] = &o->plan.group_size,
                                          [SWEEP_VECTOR] = &o->plan.vector_width,
                                          [SWEEP_LOADS] = &o->plan.item_loads};
    const bool is_list = strchr(text, ',') != NULL;
    sweep_list *list = &o->sweeps[row->first];

    list->count = is_list ? quantity_parse_list(text, list->at, OPTIONS_SIZES_MOST) : 1;
    if (is_list && list->count == 0) {
        message_note("--%s takes a whole number, and in bench up to %d of them above 0 such as "
                     "32,64,128, not '%s'.",
                     row->name, OPTIONS_SIZES_MOST, text);
        return false;
    }
    if (!is_list && !read_positive(row, text, &list->at[0]))
        return false;
    *sizes[row->first] = list->at[0];
    return true;
}

/* ---- For bench ------------------------------------------------------------------------------- */

bool options_store_strategies(const option_row *row, options *o, const char *text)
{
    (void)row;
    return words_strategies(text, &o->strategies);
}

bool options_store_data(const option_row *row, options *o, const char *text)
{
    (void)row;
    return words_data(text, &o->data);
}

bool options_store_shapes(const option_row *row, options *o, const char *text)
{
    (void)row;
    return words_shapes(text, &o->warm.shapes);
}

bool options_store_sizes(const option_row *row, options *o, const char *text)
{
    (void)row;
    o->size_count = quantity_parse_list(text, o->sizes, OPTIONS_SIZES_MOST);
    if (o->size_count != 0)
        return true;
    message_note("--sizes takes up to %d whole numbers above 0 such as 1e5,64K,1M, not '%s'.",
                 OPTIONS_SIZES_MOST, text);
    return false;
}

bool options_store_lengths(const option_row *row, options *o, const char *text)
{
    (void)row;
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

/* Reads an axis: its extent, after a minus if it is read backwards, before /2 if every other index
 * is read. */
static bool read_extent(char *word, uint64_t *extent, int64_t *step)
{
    const bool backwards = word[0] == '-';
    char *slash = strchr(word, '/');
    uint64_t each = 1;

    if (slash) {
        *slash = '\0';
        if (!quantity_parse(slash + 1, &each) || each == 0 || each > INT32_MAX)
            return false;
    }
    *step = backwards ? -(int64_t)each : (int64_t)each;
    return quantity_parse(word + backwards, extent) && *extent != 0;
}

bool options_store_extents(const option_row *row, options *o, const char *text)
{
    made_options *made = &o->made;
    const char *at = text;

    (void)row;
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

/* Stores the name's index in the list + 1. */
static bool store_kind(const char *name, words_list names, const char *text, size_t *kind)
{
    char known[80] = "";
    int used = 0;

    for (size_t i = 0; names(i); i++) {
        if (strcmp(names(i), text) == 0) {
            *kind = i + 1;
            return true;
        }
        used += snprintf(known + used, sizeof known - (size_t)used, "%s%s",
                         i == 0         ? ""
                         : names(i + 1) ? ", "
                                        : " or ",
                         names(i));
    }
    message_note("--%s is %s, not '%s'.", name, known, text);
    return false;
}

bool options_store_segments(const option_row *row, options *o, const char *text)
{
    return store_kind(row->name, made_segments_name_at, text, &o->made.segments);
}

bool options_store_spread(const option_row *row, options *o, const char *text)
{
    return store_kind(row->name, made_labels_name_at, text, &o->made.spread);
}

/* ---- For explain ----------------------------------------------------------------------------- */

bool options_store_op(const option_row *row, options *o, const char *text)
{
    operator_list named;

    (void)row;
    if (!operator_list_read(&named, text))
        return false;
    o->explain.op = named.at[0];
    if (named.count == 1)
        return true;
    message_note("--op takes one operator, not '%s'.", text);
    return false;
}

bool options_store_wave(const option_row *row, options *o, const char *text)
{
    if (!read_number(row, text, &o->explain.wave))
        return false;
    if (o->explain.wave == 32 || o->explain.wave == 64)
        return true;
    message_note("--wave is 32 or 64, not '%s'.", text);
    return false;
}

/* ---- For all verbs --------------------------------------------------------------------------- */

bool options_store_quiet(const option_row *row, options *o, const char *text)
{
    progress_never();
    return options_store_flag(row, o, text);
}

bool options_store_verbose(const option_row *row, options *o, const char *text)
{
    hush_never();
    return options_store_flag(row, o, text);
}
