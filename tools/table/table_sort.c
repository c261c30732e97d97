/* SPDX-License-Identifier: Apache-2.0 */
/* table_sort - the order in which the groups of a table are printed. See table_print_part.h. */
#include "message.h"
#include "table_print_part.h"
#include "value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* A column by which groups are sorted. */
typedef struct sort_key {
    const print_column *column;
    bool is_falling;
} sort_key;

enum { SORT_KEYS_MOST = 16 };

/* For qsort(), whose comparison takes no more arguments. */
static struct sorting {
    const print *p;
    input_cell_reader cells;
    sort_key keys[SORT_KEYS_MOST];
    size_t count;
} sorting;

static int order_of(double a, double b)
{
    return (a > b) - (a < b);
}

static bool is_nan(const print_column *c, uint32_t group)
{
    return value_kind_of(c->type) == VALUE_REAL &&
           isnan(value_real(c->type, print_number_at(c, group)));
}

static int compare_integers(clr_type type, const void *a, const void *b)
{
    bool a_negative, b_negative;
    const uint64_t x = value_magnitude(type, value_integer(type, a), &a_negative);
    const uint64_t y = value_magnitude(type, value_integer(type, b), &b_negative);
    const int order = (x > y) - (x < y);

    return a_negative != b_negative ? (a_negative ? -1 : 1) : a_negative ? -order : order;
}

static int compare_keys(const print_column *c, uint32_t a, uint32_t b)
{
    const csv_field x = print_key_of(sorting.p, a, c->key), y = print_key_of(sorting.p, b, c->key);
    int order;

    if (c->are_numbers)
        return order_of(input_cell_read(&sorting.cells, x).real,
                        input_cell_read(&sorting.cells, y).real);
    order = memcmp(x.text, y.text, x.size < y.size ? x.size : y.size);
    return order != 0 ? order : (x.size > y.size) - (x.size < y.size);
}

static int compare_by(const sort_key *key, uint32_t a, uint32_t b)
{
    const print_column *c = key->column;
    int order;

    if (!c->op)
        order = compare_keys(c, a, b);
    else if (!print_is_there(c, a) || !print_is_there(c, b))
        return print_is_there(c, b) - print_is_there(c, a); /* groups without a value are last */
    else if (c->texts)
        order = strcmp(print_row_text(c, a), print_row_text(c, b));
    else if (is_nan(c, a) || is_nan(c, b))
        return is_nan(c, a) - is_nan(c, b); /* and in front of these NaNs, which are in no order */
    else if (value_kind_of(c->type) == VALUE_REAL)
        order = order_of(value_real(c->type, print_number_at(c, a)),
                         value_real(c->type, print_number_at(c, b)));
    else
        order = compare_integers(c->type, print_number_at(c, a), print_number_at(c, b));
    return key->is_falling ? -order : order;
}

/* Groups that are alike stay as they appeared. */
static int compare_groups(const void *x, const void *y)
{
    const uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    int order = 0;

    for (size_t i = 0; order == 0 && i < sorting.count; i++)
        order = compare_by(&sorting.keys[i], a, b);
    return order != 0 ? order : (a > b) - (a < b);
}

/* The column that a word of --sort means: a name of the header, or an operator's first result. */
static print_column *column_named(print *p, const char *word, size_t size)
{
    for (size_t i = 0; i < p->count; i++)
        if (strlen(p->columns[i].name) == size && memcmp(p->columns[i].name, word, size) == 0)
            return &p->columns[i];
    for (size_t i = 0; i < p->count; i++)
        if (p->columns[i].op && strlen(p->columns[i].op) == size &&
            memcmp(p->columns[i].op, word, size) == 0)
            return &p->columns[i];
    return NULL;
}

static int fail_sort(const print *p, const char *word, size_t size)
{
    char names[400];
    size_t used = 0;

    names[0] = '\0';
    for (size_t i = 0; i < p->count && used + 80 < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%.60s", i > 0 ? ", " : "",
                                 p->columns[i].name);
    return message_fail(CODE_USAGE, "--sort '%.*s': the results have the columns %.399s.",
                        (int)size, word, names);
}

static bool are_numbers(const print *p, const print_column *c)
{
    for (uint32_t group = 0; group < p->groups; group++) {
        const input_cell_kind kind =
            input_cell_read(&sorting.cells, print_key_of(p, group, c->key)).kind;
        if (kind != INPUT_CELL_WHOLE && kind != INPUT_CELL_REAL)
            return false;
    }
    return true;
}

/* Reads --sort. */
static int find_sort_keys(print *p)
{
    const char *at = p->r->o->table.sort;

    for (sorting.count = 0; at;) {
        const bool is_falling = *at == '-';
        const char *word = at + is_falling;
        /* a name of the header may have commas */
        size_t size = column_named(p, word, strlen(word)) ? strlen(word) : strcspn(word, ",");
        print_column *column = column_named(p, word, size);

        if (!column)
            return fail_sort(p, word, size);
        if (sorting.count == SORT_KEYS_MOST)
            return message_fail(CODE_USAGE, "--sort takes up to %d columns.", SORT_KEYS_MOST);
        column->are_numbers = !column->op && are_numbers(p, column);
        sorting.keys[sorting.count++] = (sort_key){column, is_falling};
        at = word[size] == ',' ? word + size + 1 : NULL;
    }
    return CODE_FINE;
}

int print_sort_groups(print *p)
{
    int code = CODE_FINE;

    p->order = malloc((p->groups + 1) * sizeof *p->order);
    if (!p->order || !input_cell_open(&sorting.cells, &p->r->o->input))
        return message_fail(CODE_DEVICE, "out of memory for the results.");
    for (uint32_t group = 0; group < p->groups; group++)
        p->order[group] = group;
    sorting.p = p;
    code = find_sort_keys(p);
    if (code == CODE_FINE && sorting.count > 0)
        qsort(p->order, p->groups, sizeof *p->order, compare_groups);
    input_cell_close(&sorting.cells);
    p->printed =
        p->r->o->table.top != 0 && p->r->o->table.top < p->groups ? p->r->o->table.top : p->groups;
    return code;
}
