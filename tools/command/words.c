/* SPDX-License-Identifier: Apache-2.0 */
/*
 * words - names that users type, turned into the library's numbers, with suggestions for unknown
 * names. See words.h.
 */
#include "words.h"
#include "message.h"
#include "operator_list.h"
#include "smaller.h"
#include "synonyms.h"
#include "verbs.h"
#include "warm_shape.h"
#include <clreduce/lessons.h>
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#define LONGEST_WORD 32

const char *words_type_at(size_t index)
{
    return clr_type_name((clr_type)(index + 1));
}

const char *words_fold_at(size_t index)
{
    const clr_operator op = (clr_operator)(index + 1);

    return operator_selects(op) ? NULL : clr_operator_name(op);
}

const char *words_operator_at(size_t index)
{
    size_t folds = 0;

    while (words_fold_at(folds))
        folds++;
    return index < folds ? words_fold_at(index)
                         : clr_operator_name((clr_operator)(CLR_OPERATOR_MEDIAN + (index - folds)));
}

const char *words_interpolation_at(size_t index)
{
    int at = 0;

    /* numbers have a gap */
    for (; at <= CLR_INTERPOLATION_MIDPOINT; at++)
        if (clr_interpolation_name((clr_interpolation)at) && index-- == 0)
            return clr_interpolation_name((clr_interpolation)at);
    return NULL;
}

const char *words_accuracy_at(size_t index)
{
    return clr_accuracy_name((clr_accuracy)(index + 1));
}

clr_operator_info words_operator_info(clr_operator op)
{
    clr_operator_info info = {.size = sizeof info};

    clr_operator_describe(op, &info);
    return info;
}

clr_strategy_info words_strategy_info(const char *strategy)
{
    clr_strategy_info info = {.size = sizeof info};

    clr_strategy_describe(strategy, &info);
    return info;
}

/* The first words of a command line: operators, then verbs. */
static const char *first_word_at(size_t index)
{
    size_t count = 0;

    while (words_operator_at(count))
        count++;
    if (index < count)
        return words_operator_at(index);

    const verb *row = verbs_at(index - count);
    return !row ? NULL : row->name;
}

/*
 * The letters to insert, delete, replace or swap with a neighbour to turn `a` into `b`: the
 * restricted edit distance (Damerau 1964).
 */
static size_t distance(const char *a, const char *b)
{
    size_t rows = strlen(a), columns = strlen(b);
    size_t cost[LONGEST_WORD + 1][LONGEST_WORD + 1];

    if (rows > LONGEST_WORD || columns > LONGEST_WORD)
        return SIZE_MAX;
    for (size_t i = 0; i <= rows; i++)
        for (size_t j = 0; j <= columns; j++) {
            if (i == 0 || j == 0) {
                cost[i][j] = i + j;
                continue;
            }
            size_t least = smaller(cost[i - 1][j], cost[i][j - 1]) + 1;
            least = smaller(least, cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                least = smaller(least, cost[i - 2][j - 2] + 1);
            cost[i][j] = least;
        }
    return cost[rows][columns];
}

const char *words_nearest(const char *word, words_list list)
{
    /* one mistake in a short word, two in a longer word: more would be guessing */
    size_t length = strlen(word);
    size_t best = length < 2 ? 1 : length < 5 ? 2 : 3;
    const char *name = NULL;

    for (size_t i = 0; list(i); i++) {
        if (length > 1 && strncmp(word, list(i), length) == 0)
            return list(i);
        size_t slips = distance(word, list(i));
        if (slips < best) {
            best = slips;
            name = list(i);
        }
    }
    return name;
}

void words_join(char *text, size_t size, size_t index, size_t count, const char *last,
                const char *word)
{
    const size_t used = strlen(text);
    const bool is_last = index + 1 == count;

    if (index == 0)
        snprintf(text + used, size - used, "%s", word);
    else
        snprintf(text + used, size - used, "%s%s%s%s", is_last ? " " : ", ", is_last ? last : "",
                 is_last ? " " : "", word);
}

/* "sum, prod, min and max" */
static void list_names(words_list list, char *text, size_t size)
{
    size_t count = 0;

    text[0] = '\0';
    while (list(count))
        count++;
    for (size_t i = 0; i < count; i++)
        words_join(text, size, i, count, "and", list(i));
}

/* A kind of names: the words for one and for many of them, and all names. */
typedef struct vocabulary {
    const char *one;
    const char *many;
    words_list list;
} vocabulary;

static const vocabulary types = {"type", "types", words_type_at};
static const vocabulary operators = {"operator", "operators", words_operator_at};
static const vocabulary accuracies = {"accuracy level", "levels", words_accuracy_at};
static const vocabulary interpolations = {"method of quantiles", "methods", words_interpolation_at};
static const vocabulary strategies = {"strategy", "strategies", clr_strategy_name};
static const vocabulary data = {"kind of data", "kinds", distribution_name_at};
static const vocabulary shapes = {"shape", "shapes", warm_shape_name_at};

/* The word in lower case; a word longer than any name is returned unchanged. */
static const char *in_small(const char *word, char small[LONGEST_WORD + 1])
{
    size_t length = 0;

    if (strlen(word) > LONGEST_WORD)
        return word;
    for (; word[length] != '\0'; length++)
        small[length] = (char)tolower((unsigned char)word[length]);
    small[length] = '\0';
    return small;
}

/* The name that the word is a synonym of, or NULL; for operators without equivalent sets
 * `*advice`. */
static const char *meaning(const char *word, const vocabulary *names, words_list near,
                           const char **advice)
{
    char small[LONGEST_WORD + 1];
    const char *lower = in_small(word, small);
    const synonym *row = names == &operators ? synonyms_find(lower) : NULL;

    *advice = row ? row->advice : NULL;
    return row ? row->meant : words_nearest(lower, near);
}

/* Reports that `word` is not a name; `near` lists names that it may have been meant for. */
static void refuse(const char *word, const vocabulary *names, words_list near)
{
    const char *advice;
    const char *meant = meaning(word, names, near, &advice);
    char all[512];

    list_names(names->list, all, sizeof all);
    if (meant && strcmp(meant, word) == 0)
        message_note("'%s' is no %s, but a command of its own: 'clreduce help %s'.", word,
                     names->one, word);
    else if (meant)
        message_note("unknown %s '%s': did you mean '%s'? The %s are %.511s.", names->one, word,
                     meant, names->many, all);
    else if (advice)
        message_note("unknown %s '%s': %s. The %s are %.511s.", names->one, word, advice,
                     names->many, all);
    else
        message_note("unknown %s '%s'. The %s are %.511s.", names->one, word, names->many, all);
}

void words_refuse_operator(const char *word)
{
    refuse(word, &operators, first_word_at);
}

bool words_type(const char *word, clr_type *type)
{
    *type = clr_type_from_name(word);
    if (*type == CLR_TYPE_DEFAULT)
        refuse(word, &types, words_type_at);
    return *type != CLR_TYPE_DEFAULT;
}

bool words_accuracy(const char *word, clr_accuracy *accuracy)
{
    *accuracy = clr_accuracy_from_name(word);
    if (*accuracy == CLR_ACCURACY_DEFAULT)
        refuse(word, &accuracies, words_accuracy_at);
    return *accuracy != CLR_ACCURACY_DEFAULT;
}

bool words_interpolation(const char *word, clr_interpolation *interpolation)
{
    if (clr_interpolation_from_name(word, interpolation) == CLR_OK)
        return true;
    refuse(word, &interpolations, words_interpolation_at);
    return false;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

/* Takes the next of the words, which commas separate; false past the last. */
static bool next_word(const char **text, char word[], size_t size)
{
    size_t length;

    if (!*text)
        return false;
    length = strcspn(*text, ",");
    snprintf(word, size, "%.*s", (int)smaller(length, size - 1), *text);
    *text = (*text)[length] == '\0' ? NULL : *text + length + 1;
    return true;
}

size_t words_name_length(const char *expression)
{
    return strspn(expression, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.");
}

/* ---- Strategies ------------------------------------------------------------------------------ */

/* The name of a piece of strategy number `index`, at offset `member` of its description; NULL for
 * auto, which is number 0. */
static const char *piece_at(size_t index, size_t member)
{
    const char *name = clr_strategy_name(index);
    const clr_strategy_info info = words_strategy_info(name ? name : "");
    const char *piece = NULL;

    memcpy(&piece, (const char *)&info + member, sizeof piece);
    return name ? piece : NULL;
}

/* Whether a strategy before number `index` has the same piece. */
static bool is_repeated(size_t index, size_t member)
{
    for (size_t i = 1; i < index; i++)
        if (strcmp(piece_at(i, member), piece_at(index, member)) == 0)
            return true;
    return false;
}

/* Distinct piece number `index`, NULL past the last. */
static const char *distinct_at(size_t index, size_t member)
{
    for (size_t i = 1; piece_at(i, member); i++)
        if (!is_repeated(i, member) && index-- == 0)
            return piece_at(i, member);
    return NULL;
}

static const char *load_at(size_t index)
{
    return distinct_at(index, offsetof(clr_strategy_info, load));
}

static const char *group_at(size_t index)
{
    return distinct_at(index, offsetof(clr_strategy_info, group));
}

static const char *finish_at(size_t index)
{
    return distinct_at(index, offsetof(clr_strategy_info, finish));
}

static const vocabulary pieces[] = {
    {"way to load", "ways to load", load_at},
    {"way to fold a group", "ways to fold a group", group_at},
    {"way to finish", "ways to finish", finish_at},
};

static bool is_in(const char *word, words_list list)
{
    for (size_t i = 0; list(i); i++)
        if (strcmp(word, list(i)) == 0)
            return true;
    return false;
}

/* Reports the error in a triple such as tile/shufle/ticket. */
static void refuse_triple(const char *word)
{
    const char *at = word;
    char piece[WORDS_STRATEGY_SIZE];

    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        size_t length = strcspn(at, "/");
        snprintf(piece, sizeof piece, "%.*s", (int)smaller(length, sizeof piece - 1), at);
        if (!is_in(piece, pieces[i].list)) {
            refuse(piece, &pieces[i], pieces[i].list);
            return;
        }
        at += length + (at[length] == '/');
    }
    message_note("'%s' is no strategy: three pieces make one, such as tile/shuffle/ticket.", word);
}

bool words_strategy(const char *word, const char **strategy)
{
    clr_strategy_info info = {.size = sizeof info};

    *strategy = word;
    if (strlen(word) < WORDS_STRATEGY_SIZE && clr_strategy_describe(word, &info) == CLR_OK)
        return true;
    if (clr_strategy_lesson(word))
        message_note("%s is no strategy: %s.", word, clr_strategy_lesson(word));
    else if (strchr(word, '/'))
        refuse_triple(word);
    else
        refuse(word, &strategies, clr_strategy_name);
    return false;
}

static bool add_strategy(const char *name, strategy_list *chosen)
{
    for (size_t i = 0; i < chosen->count; i++)
        if (strcmp(chosen->at[i], name) == 0) {
            message_note("strategy '%s' is named twice: name each strategy once.", name);
            return false;
        }
    if (chosen->count == WORDS_STRATEGIES_MOST) {
        message_note("more than %d strategies are named: name fewer.", WORDS_STRATEGIES_MOST);
        return false;
    }
    snprintf(chosen->at[chosen->count++], WORDS_STRATEGY_SIZE, "%.*s", WORDS_STRATEGY_SIZE - 1,
             name);
    return true;
}

/* Adds all names, auto last, as the other strategies lead up to it. */
static bool add_all(strategy_list *chosen)
{
    bool fine = true;

    chosen->all = true;
    for (size_t i = 1; fine && clr_strategy_name(i); i++)
        fine = add_strategy(clr_strategy_name(i), chosen);
    return fine && add_strategy(clr_strategy_name(0), chosen);
}

bool words_strategies(const char *text, strategy_list *chosen)
{
    const char *strategy;
    char name[256];

    chosen->count = 0;
    chosen->all = false;
    while (next_word(&text, name, sizeof name)) {
        bool fine = strcmp(name, "all") == 0
                        ? add_all(chosen)
                        : words_strategy(name, &strategy) && add_strategy(name, chosen);
        if (!fine)
            return false;
    }
    return true;
}

bool words_is_sound(const char *strategy)
{
    clr_strategy_info info = {.size = sizeof info};

    return clr_strategy_describe(strategy, &info) != CLR_OK || info.is_sound != 0;
}

/* ---- Data ------------------------------------------------------------------------------------ */

static bool add_data(const char *name, data_list *chosen)
{
    size_t row = 0;

    while (distribution_name_at(row) && strcmp(distribution_name_at(row), name) != 0)
        row++;
    if (!distribution_name_at(row)) {
        refuse(name, &data, distribution_name_at);
        return false;
    }
    for (size_t i = 0; i < chosen->count; i++)
        if (chosen->at[i] == row) {
            message_note("data '%s' is named twice: name each kind once.", name);
            return false;
        }
    chosen->at[chosen->count++] = row;
    return true;
}

bool words_data(const char *text, data_list *chosen)
{
    char name[256];

    *chosen = (data_list){.all = strcmp(text, "all") == 0};
    while (!chosen->all && next_word(&text, name, sizeof name))
        if (!add_data(name, chosen))
            return false;
    return true;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static bool add_shape(const char *name, unsigned *chosen)
{
    size_t row = 0;

    while (warm_shape_name_at(row) && strcmp(warm_shape_name_at(row), name) != 0)
        row++;
    if (!warm_shape_name_at(row)) {
        refuse(name, &shapes, warm_shape_name_at);
        return false;
    }
    *chosen |= 1u << row;
    return true;
}

bool words_shapes(const char *text, unsigned *chosen)
{
    char name[256];

    *chosen = strcmp(text, "all") == 0 ? UINT_MAX : 0;
    while (*chosen != UINT_MAX && next_word(&text, name, sizeof name))
        if (!add_shape(name, chosen))
            return false;
    return true;
}
