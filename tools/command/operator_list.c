/* SPDX-License-Identifier: Apache-2.0 */
/* operator_list - operators as users type them. See operator_list.h. */
#include "operator_list.h"
#include "message.h"
#include "quantity.h"
#include "smaller.h"
#include "words.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* bytes of an operator with all its quantiles */
#define WORD_SIZE 2048

/* What stands behind the colons of an operator. */
typedef enum told { NOTHING, PARTS, NUMBER_OF_ELEMENTS } told;

/* Which operators a list may name. */
typedef enum choice { FOLDS, ANY, NAMES } choice;

/* Operators with something behind their names, and other programs' forms. */
typedef struct form {
    const char *name;
    clr_operator op;
    told behind;
    double whole;      /* PARTS are of it */
    double part;       /* without PARTS: the only one, of a quantile */
    const char *usage; /* NULL: the form is another program's */
    const char *needs; /* what stands there, in words */
} form;

static const char parts_words[] =
    "numbers from 0 to 1 behind colons, such as quantile:0.25:0.75, or in percents perc:25:75";
static const char percents_words[] = "numbers from 0 to 100 behind colons, such as perc:5:95";
static const char k_words[] = "how many elements behind a colon, a whole number above 0 such as "
                              "topk:10";

// clang-format off
static const form forms[] = {
    {"quantile",   CLR_OPERATOR_QUANTILE, PARTS, 1, 0, "quantile:Q[:Q...]", parts_words},
    {"percentile", CLR_OPERATOR_QUANTILE, PARTS, 100, 0, NULL, percents_words},
    {"perc",       CLR_OPERATOR_QUANTILE, PARTS, 100, 0, NULL, percents_words},
    {"q1",         CLR_OPERATOR_QUANTILE, NOTHING, 0, 0.25, NULL, NULL},
    {"q3",         CLR_OPERATOR_QUANTILE, NOTHING, 0, 0.75, NULL, NULL},
    {"topk",       CLR_OPERATOR_TOPK,     NUMBER_OF_ELEMENTS, 0, 0, "topk:K", k_words},
    {"bottomk",    CLR_OPERATOR_BOTTOMK,  NUMBER_OF_ELEMENTS, 0, 0, "bottomk:K", k_words},
};
// clang-format on

#define FORM_COUNT (sizeof forms / sizeof *forms)

/* Of the operator, the form of its own name. */
static const form *form_of(clr_operator op)
{
    for (size_t i = 0; i < FORM_COUNT; i++)
        if (forms[i].op == op && forms[i].usage)
            return &forms[i];
    return NULL;
}

static const form *form_named(const char *name)
{
    for (size_t i = 0; i < FORM_COUNT; i++)
        if (strcmp(forms[i].name, name) == 0)
            return &forms[i];
    return NULL;
}

const char *operator_list_form(clr_operator op)
{
    const form *row = form_of(op);

    return row ? row->usage : clr_operator_name(op);
}

/* ---- Words ----------------------------------------------------------------------------------- */

/* Takes what stands before the separator; false past the end. */
static bool next_word(const char **text, const char *separators, char word[], size_t size)
{
    size_t length;

    if (!*text)
        return false;
    length = strcspn(*text, separators);
    snprintf(word, size, "%.*s", (int)smaller(length, size - 1), *text);
    *text = (*text)[length] == '\0' ? NULL : *text + length + 1;
    return true;
}

/* The operator of a name, of other programs' forms, too; 0: none. */
static clr_operator operator_named(const char *name)
{
    const form *row = form_named(name);

    return row ? row->op : clr_operator_from_name(name);
}

bool operator_list_is(const char *text)
{
    char name[WORD_SIZE];

    return next_word(&text, ",:", name, sizeof name) && (int)operator_named(name) != 0;
}

void operator_list_name(const operator_list *list, size_t index, char text[OPERATOR_LIST_NAME_SIZE])
{
    const operator_word *word = &list->words[index];

    if (word->text)
        snprintf(text, OPERATOR_LIST_NAME_SIZE, "%.*s",
                 (int)smaller(word->size, OPERATOR_LIST_NAME_SIZE - 1), word->text);
    else
        snprintf(text, OPERATOR_LIST_NAME_SIZE, "%s", clr_operator_name(list->at[index]));
}

void operator_list_value_name(const operator_list *list, size_t index, size_t value,
                              char text[OPERATOR_LIST_NAME_SIZE])
{
    const operator_word *word = &list->words[index];
    const char *at = word->text;
    size_t used;

    if (word->count < 2) {
        operator_list_name(list, index, text);
        return;
    }
    for (size_t i = 0; i <= value; i++)
        at += strcspn(at, ":") + 1;
    used = (size_t)snprintf(text, OPERATOR_LIST_NAME_SIZE, "%.*s:", (int)strcspn(word->text, ":"),
                            word->text);
    snprintf(text + used, OPERATOR_LIST_NAME_SIZE - used, "%.*s", (int)strcspn(at, ":,"), at);
}

/* ---- What stands behind colons --------------------------------------------------------------- */

static bool refuse_behind(const char *name, const form *row, const char *given)
{
    if (given)
        message_note("%s takes %s, not '%s'.", name, row->needs, given);
    else
        message_note("%s needs %s.", name, row->needs);
    return false;
}

static bool read_part(const form *row, const char *text, double *part)
{
    char *end = NULL;
    const double number = strtod(text, &end);

    *part = number / row->whole;
    return end != text && text[strspn(text, "0123456789.eE+-")] == '\0' && *end == '\0' &&
           number >= 0 && number <= row->whole;
}

static bool add_quantile(operator_list *list, operator_word *word, double quantile)
{
    if (list->quantile_count == OPERATOR_LIST_QUANTILES) {
        message_note("more than %d quantiles are named: name fewer.", OPERATOR_LIST_QUANTILES);
        return false;
    }
    list->quantiles[list->quantile_count++] = quantile;
    word->count++;
    return true;
}

/* Reads the quantiles, each of which is a word. */
static bool read_parts(operator_list *list, operator_word *word, const form *row, const char *text)
{
    char part[WORD_SIZE];
    double quantile;

    while (next_word(&text, ":", part, sizeof part)) {
        if (!read_part(row, part, &quantile))
            return refuse_behind(row->name, row, part);
        if (!add_quantile(list, word, quantile))
            return false;
    }
    return true;
}

/* Reads what stands behind the name's colon; NULL: there is none. */
static bool read_behind(operator_list *list, operator_word *word, const char *name,
                        const char *text)
{
    static const form others = {.behind = NOTHING};
    const form *row = form_named(name) ? form_named(name) : &others;

    word->first = list->quantile_count;
    if (row->behind == NOTHING && text) {
        message_note("%s takes nothing behind a colon.", name);
        return false;
    }
    if (row->behind == NOTHING)
        return row->op != CLR_OPERATOR_QUANTILE || add_quantile(list, word, row->part);
    if (!text)
        return refuse_behind(name, row, NULL);
    if (row->behind == PARTS)
        return read_parts(list, word, row, text);
    return (quantity_parse(text, &word->k) && word->k != 0) || refuse_behind(name, row, text);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

static bool is_named(const operator_list *list, const char *text, size_t size)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->words[i].size == size && memcmp(list->words[i].text, text, size) == 0)
            return true;
    return false;
}

/* Refuses a name that the list may not have; or any, if it is none. */
static bool check_name(const char *name, choice which)
{
    const clr_operator op = operator_named(name);

    if (name[0] == '\0')
        message_note("an operator's name is missing: write them like sum,max.");
    else if (strcmp(name, clr_operator_name(CLR_OPERATOR_CUSTOM)) == 0)
        message_note("operator '%s' is one of your own: name its file with --operator.", name);
    else if ((int)op == 0)
        words_refuse_operator(name);
    else if (operator_selects(op) && which == FOLDS)
        message_note(
            "%s selects among all numbers at once, by the host, and this is about operators "
            "that fold: 'clreduce %s [FILE...]' computes it.",
            name, operator_list_form(op));
    else
        return true;
    return false;
}

static bool add_operator(operator_list *list, const char *text, choice which)
{
    operator_word word = {.text = text, .size = strcspn(text, ",")};
    char typed[WORD_SIZE], name[WORD_SIZE];
    const char *behind = typed;

    if (word.size >= sizeof typed) {
        message_note("operator '%.32s...' is longer than any: name fewer quantiles.", text);
        return false;
    }
    snprintf(typed, sizeof typed, "%.*s", (int)smaller(word.size, sizeof typed - 1), text);
    next_word(&behind, ":", name, sizeof name);
    if (!check_name(name, which))
        return false;
    if (is_named(list, text, word.size)) {
        message_note("operator '%s' is named twice: name each operator once.", typed);
        return false;
    }
    if (list->count == CLR_REDUCTIONS_MOST) {
        message_note("more than %d operators are named: one pass takes no more.",
                     CLR_REDUCTIONS_MOST);
        return false;
    }
    if ((which != NAMES || behind) && !read_behind(list, &word, name, behind))
        return false;
    list->words[list->count] = word;
    list->at[list->count++] = operator_named(name);
    return true;
}

static bool read(operator_list *list, const char *text, choice which)
{
    *list = (operator_list){.count = 0};
    for (;; text++) {
        if (!add_operator(list, text, which))
            return false;
        text += strcspn(text, ",");
        if (*text == '\0')
            return true;
    }
}

void operator_list_add(operator_list *list, const operator_list *from, size_t index)
{
    operator_word word = from->words[index];

    memcpy(&list->quantiles[list->quantile_count], &from->quantiles[word.first],
           word.count * sizeof *list->quantiles);
    word.first = list->quantile_count;
    list->quantile_count += word.count;
    list->words[list->count] = word;
    list->at[list->count++] = from->at[index];
}

bool operator_list_read(operator_list *list, const char *text)
{
    return read(list, text, FOLDS);
}

bool operator_list_read_any(operator_list *list, const char *text)
{
    return read(list, text, ANY);
}

bool operator_list_read_names(operator_list *list, const char *text)
{
    return read(list, text, NAMES);
}
