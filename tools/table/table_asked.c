/* SPDX-License-Identifier: Apache-2.0 */
/* table_asked - whether the command line asks for a table. See table_asked.h. */
#include "table_asked.h"

#include "words.h"

#include <ctype.h>
#include <string.h>
#include <unistd.h>

/* What an expression has that the library's maps do not. */
enum { HAS_TEXT = 1, HAS_NAME = 2, HAS_NUMBER = 4 };

/* Passes a text between quotes. */
static const char *pass_text(const char *at)
{
    const char quote = *at++;

    while (*at != '\0' && *at != quote)
        at += *at == '\\' && at[1] != '\0' ? 2 : 1;
    return *at == '\0' ? at : at + 1;
}

/* What the expression has: texts, names that are none of the map's words, numbers of columns. */
static unsigned features_of(const char *expression)
{
    const char *at = expression ? expression : "";
    unsigned features = 0;

    while (*at != '\0') {
        const size_t length = words_name_length(at);

        if (*at == '"' || *at == '\'') {
            features |= HAS_TEXT;
            at = pass_text(at);
            continue;
        }
        if (*at == '$' || (unsigned char)*at >= 0x80)
            features |= *at == '$' && at[1] != '{' ? HAS_NUMBER : HAS_NAME;
        if (length > 0 && isalpha((unsigned char)*at) && at[length] != '(' &&
            (length > 1 ? strncmp(at, "in", 2) != 0 || length > 2
                        : !strchr("xyzwin" WORDS_SCALARS, *at)))
            features |= HAS_NAME;
        at += *at == '$' ? 1 + words_name_length(at + 1) : length > 0 ? length : 1;
    }
    return features;
}

/* Whether the library reads the expression. */
static bool is_plain(const char *expression)
{
    return clr_condition_check(expression, CLR_TYPE_F64, NULL, NULL, 0) == CLR_OK ||
           clr_condition_check(expression, CLR_TYPE_I64, NULL, NULL, 0) == CLR_OK;
}

/* Whether some file has no columns, by its name: there a name in an expression is a mistake. */
static bool has_npy(const options *o)
{
    bool found = false;

    for (size_t i = 0; i < o->operand_count; i++) {
        const char *end = strrchr(o->operands[i], '.');
        found |= end && strcmp(end, ".npy") == 0;
    }
    return found;
}

/* A file in the place of an expression is a list of numbers' mask, misplaced, and told there. */
static bool is_by_names(const options *o, const char *expression)
{
    return features_of(expression) != 0 && !is_plain(expression) && !has_npy(o) &&
           access(expression, F_OK) != 0;
}

static bool is_list(const char *column)
{
    return column && (strchr(column, ',') || strstr(column, "${") || strcmp(column, "all") == 0);
}

/* Options that say something about a table. */
static const char *const taken[] = {"by",        "date",    "column",    "sort",          "top",
                                    "each",      "header",  "no-header", "delimiter",     "decimal",
                                    "comment",   "skip",    "missing",   "missing-text",  "text",
                                    "thousands", "type",    "accuracy",  "interpolation", "memory",
                                    "result",    "nan",     "map",       "overflow",      "ddof",
                                    "where",     "device",  "json",      "csv",           "format",
                                    "digits",    "verbose", "quiet",     "no-self-test",  "help",
                                    "row",       "version"};

/* Options of these that a list of numbers answers more to. */
static const char *const of_lists[] = {"accuracy", "device", "map", "verbose", "where"};

static bool is_among(const char *word, size_t size, const char *const words[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(words[i]) == size && memcmp(words[i], word, size) == 0)
            return true;
    return false;
}

/* Whether an option is about a list of numbers. */
static bool is_foreign(const char *name)
{
    return !is_among(name, strlen(name), taken, sizeof taken / sizeof *taken);
}

static bool is_for_lists(const char *name)
{
    return is_foreign(name) ||
           is_among(name, strlen(name), of_lists, sizeof of_lists / sizeof *of_lists);
}

/* The first option given that is of a kind; NULL: none is. */
static const char *find_option(const options *o, bool (*is_meant)(const char *name))
{
    const option_row *row;

    for (size_t i = 0; (row = options_at(i)); i++)
        if (options_has(o, row->name) && is_meant(row->name))
            return row->name;
    return NULL;
}

/* Operators of one column whose results a table has, without notes of their own. */
static const char *const of_columns[] = {"sum",    "min",  "max",   "minmax", "argmin",
                                         "argmax", "asum", "sumsq", "nrm2",   "amax",
                                         "mean",   "var",  "std",   "first",  "last"};

/* Whether one column is reduced, and nothing else is asked: a table reads it by all cores. */
static bool is_column(const options *o)
{
    const char *word = o->word;

    if (!o->input.column || !word || o->operator_file || o->form == OUTPUT_JSON ||
        find_option(o, is_for_lists))
        return false;
    for (;; word++) {
        const size_t size = strcspn(word, ",");
        if (!is_among(word, size, of_columns, sizeof of_columns / sizeof *of_columns))
            return false;
        if (*(word += size) == '\0')
            return true;
    }
}

const char *table_foreign_option(const options *o)
{
    return find_option(o, is_foreign);
}

bool table_has_names(const char *expression)
{
    return (features_of(expression) & HAS_NAME) != 0;
}

bool table_is_asked(const options *o)
{
    const table_options *t = &o->table;

    return t->by || t->are_dates || t->row || t->sort || t->top != 0 || t->each || t->no_header ||
           /* where an option is about a list of numbers, a comma is part of a column's name */
           (is_list(o->input.column) && !table_foreign_option(o)) || is_by_names(o, o->where) ||
           is_by_names(o, o->map) || is_column(o);
}
