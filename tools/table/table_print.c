/* SPDX-License-Identifier: Apache-2.0 */
/* table_print - the groups of a table as text. See table_print.h. */
#include "table_print.h"

#include "document.h"
#include "listing.h"
#include "message.h"
#include "output.h"
#include "value.h"
#include "words.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A column of the output: a part of the groups' keys, a number of each group, or with --row a text.
 */
typedef struct print_column {
    char *name;
    const char *op;           /* the operator's name; NULL: a key */
    size_t key;               /* which part of a key */
    const input_facts *dates; /* of numbers that are dates; NULL: they are none */
    bool are_numbers;         /* all keys are numbers, by which they are sorted */
    clr_type type;            /* of numbers, */
    unsigned char *at;        /* one for each group, */
    const cl_int *status;     /* and whether it is there; NULL: it is */
    char *const *texts;       /* one for each group, */
    size_t apart;             /* so many texts behind the one of the group before */
} print_column;

/* All that is printed. */
typedef struct print {
    const table_request *r;
    const table_sums *sums;
    const table_rows *rows; /* of --row */
    print_column *columns;
    size_t count, room;
    size_t keys;   /* columns of keys, which come first */
    void **memory; /* of the columns' numbers */
    size_t memory_count;
    uint64_t groups;
    uint32_t *order; /* groups as they are printed */
    uint64_t printed;
} print;

static int fail_memory(void)
{
    return message_fail(CODE_DEVICE, "out of memory for the results.");
}

/* ---- Columns --------------------------------------------------------------------------------- */

static bool grow(print *p)
{
    const size_t room = p->room ? 2 * p->room : 16;

    if (p->count < p->room)
        return true;
    print_column *columns = realloc(p->columns, room * sizeof *columns);
    p->columns = columns ? columns : p->columns;
    void **memory = realloc(p->memory, 4 * room * sizeof *memory);
    p->memory = memory ? memory : p->memory;
    p->room = columns && memory ? room : p->room;
    return columns && memory;
}

/* Memory for a number of each group, and room beside. */
static void *numbers(print *p, uint64_t groups, size_t size)
{
    void *made = calloc(groups + 1, size);

    p->memory[p->memory_count++] = made;
    return made;
}

/* Adds a column; takes over the name. */
static bool add_column(print *p, char *name, print_column column)
{
    column.name = name;
    if (!name)
        return false;
    p->columns[p->count++] = column;
    return true;
}

static char *joined(const char *a, const char *b, const char *c)
{
    char *text = NULL;

    return asprintf(&text, "%s%s%s%s", a, b[0] ? "(" : "", b, c) < 0 ? NULL : text;
}

static bool add_keys(print *p)
{
    const table_request *r = p->r;
    size_t key = 0;

    if (!grow(p) ||
        (r->o->table.each && !add_column(p, strdup("file"), (print_column){.key = key++})))
        return false;
    for (size_t i = 0; i < r->key_count; i++)
        if (!grow(p) || !add_column(p, table_key_name(r->keys[i].part, r->names[r->keys[i].column]),
                                    (print_column){.key = key++}))
            return false;
    p->keys = p->count;
    return true;
}

static bool add_sizes(print *p)
{
    return grow(p) && add_column(p, strdup("size"),
                                 (print_column){.op = "size",
                                                .type = CLR_TYPE_U64,
                                                .at = (unsigned char *)p->sums->sizes});
}

/* What the value's columns are called: price, or of a pair price,qty. */
static char *value_name(const table_request *r, size_t value)
{
    char *name = NULL;

    if (!r->is_pair)
        return strdup(r->values[value].name);
    return asprintf(&name, "%s,%s", r->values[0].name, r->values[1].name) < 0 ? NULL : name;
}

/* The number's name: sum(price); of minmax min(price) and max(price); argmax(price).index. */
static char *number_name(clr_operator op, const char *value, bool is_second, bool is_index)
{
    const char *name = op != CLR_OPERATOR_MINMAX ? clr_operator_name(op)
                       : is_second               ? "max"
                                                 : "min";

    return joined(name, value, is_index ? ").index" : ")");
}

/* Adds the columns of an operator's results. */
static bool add_results(print *p, size_t value, size_t which)
{
    const clr_accumulator *total = p->sums->totals[value].at[which];
    const clr_operator op = p->r->row_of ? p->r->row_of : p->r->folds.at[which];
    const clr_operator_info info = words_operator_info(op);
    const uint64_t room = p->sums->totals[value].room;
    clr_accumulator_info told = {.size = sizeof told};
    char *name = value_name(p->r, value);
    bool good = name && grow(p) && grow(p);

    if (good && total) {
        clr_accumulator_describe(total, &told);
        clr_host_arrays arrays = {.size = sizeof arrays,
                                  .value = numbers(p, room, 8),
                                  .status = numbers(p, room, sizeof(cl_int))};
        print_column column = {
            .op = clr_operator_name(op), .type = told.result, .at = arrays.value};

        column.status = arrays.status;
        column.dates = p->r->o->table.are_dates ? &p->sums->facts[value] : NULL;
        if (info.values > 1)
            arrays.second = numbers(p, room, 8);
        if (info.has_index)
            arrays.index = numbers(p, room, 8);
        good = arrays.value && arrays.status && (info.values < 2 || arrays.second) &&
               (!info.has_index || arrays.index) &&
               clr_accumulator_results(total, &arrays, NULL, 0) == CLR_OK &&
               add_column(p, number_name(op, name, false, false), column);
        column.at = arrays.second;
        good = good && grow(p) &&
               (!arrays.second || add_column(p, number_name(op, name, true, false), column));
        column.at = (unsigned char *)arrays.index;
        column.type = CLR_TYPE_U64;
        column.dates = NULL;
        good = good && grow(p) &&
               (!arrays.index || add_column(p, number_name(op, name, false, true), column));
    }
    free(name);
    return good;
}

/* Adds the columns of an operator that selects: one of each quantile. */
static bool add_selected(print *p, size_t value, size_t which)
{
    const table_selected *made = &p->sums->totals[value].selected[which];
    bool good = true;

    for (uint64_t v = 0; good && made->value && v < made->values; v++) {
        /* kept with the columns' numbers */
        char name[OPERATOR_LIST_NAME_SIZE], *op = numbers(p, sizeof name, 1);

        operator_list_value_name(&p->r->selected, which, v, name);
        if (op)
            memcpy(op, name, sizeof name);
        good = op && grow(p) &&
               add_column(
                   p, joined(name, p->r->values[value].name, ")"),
                   (print_column){.op = op,
                                  .type = made->type,
                                  .at = made->value + v * made->groups * clr_type_size(made->type),
                                  .status = made->status});
        good = good && grow(p);
    }
    return good;
}

/* Columns in the order of the values, and of each in that of the operators. */
static bool add_numbers(print *p)
{
    const table_request *r = p->r;
    const size_t values = r->is_pair ? 1 : r->value_count;
    bool good = true;

    for (size_t v = 0; good && v < (values ? values : 1); v++)
        for (size_t i = 0, folds = 0, selected = 0; good && i < r->operators.count; i++) {
            const bool is_size = r->operators.at[i] == CLR_OPERATOR_SIZE;

            if (is_size && (v == 0 || !table_request_has_groups(r)))
                good = add_sizes(p);
            else if (operator_selects(r->operators.at[i]) && values > 0)
                good = add_selected(p, v, selected++);
            else if (!is_size && values > 0)
                good = add_results(p, v, folds++);
        }
    return good;
}

/* The operator of columns that tell of a row. */
static const char of_row[] = "row";

/* Adds the file and the line of each group's row, and its fields but those that are keys. */
static bool add_rows(print *p)
{
    const table_rows *rows = p->rows;
    const cl_int *status = p->count > p->keys ? p->columns[p->count - 1].status : NULL;
    const print_column text = {.op = of_row, .status = status};
    print_column file = text, line = text;

    file.texts = rows->files;
    file.apart = 1;
    line.type = CLR_TYPE_U64;
    line.at = (unsigned char *)rows->lines;
    if (!grow(p) || (!p->r->o->table.each && !add_column(p, strdup("file"), file)) || !grow(p) ||
        !add_column(p, strdup("line"), line))
        return false;
    for (size_t i = 0; i < rows->width; i++) {
        print_column field = text;
        bool is_key = false;

        for (size_t k = 0; k < p->keys; k++)
            is_key |= strcmp(p->columns[k].name, rows->names[i]) == 0;
        field.texts = rows->fields + i;
        field.apart = rows->width;
        if (!is_key && (!grow(p) || !add_column(p, strdup(rows->names[i]), field)))
            return false;
    }
    return true;
}

static void close_print(print *p)
{
    for (size_t i = 0; i < p->count; i++)
        free(p->columns[i].name);
    for (size_t i = 0; i < p->memory_count; i++)
        free(p->memory[i]);
    free(p->columns);
    free(p->memory);
    free(p->order);
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* A part of a group's key. */
static csv_field key_of(const print *p, uint32_t group, size_t part)
{
    size_t size;
    const char *key = key_set_at(&p->sums->keys, group, &size);

    if (table_request_has_text_key(p->r))
        return (csv_field){key, size};
    for (part += p->r->o->table.each; part > 0; part--) /* a file's number is not printed */
        key += strlen(key) + 1;
    return (csv_field){key, strlen(key)};
}

static bool is_there(const print_column *c, uint32_t group)
{
    return !c->status || c->status[group] == CLR_OK;
}

static const void *number_at(const print_column *c, uint32_t group)
{
    return c->at + (size_t)group * clr_type_size(c->type);
}

/* A result that is a date, as far as the dates of its column go. */
static void date_text(const print_column *c, uint32_t group, char text[ISO_TEXT_SIZE])
{
    const void *at = number_at(c, group);
    const int64_t microseconds = value_kind_of(c->type) == VALUE_REAL
                                     ? llrint(value_real(c->type, at))
                                     : (int64_t)value_integer(c->type, at);

    iso_date_text(microseconds, c->dates->has_times, c->dates->has_offsets, text);
}

/* Whether the cell is printed as a number. */
static bool is_number(const print_column *c)
{
    return c->op && !c->dates && !c->texts;
}

/* The text of a group's row; of a group without one it is not there. */
static const char *row_text(const print_column *c, uint32_t group)
{
    const char *text = c->texts[group * c->apart];

    return text ? text : "";
}

/* The cell as text; the caller frees it. */
static char *cell_text(const print *p, const print_column *c, uint32_t group)
{
    char text[OUTPUT_TEXT_SIZE] = "";

    if (!c->op) {
        const csv_field key = key_of(p, group, c->key);
        return strndup(key.text, key.size);
    }
    if (c->texts)
        return strdup(row_text(c, group));
    if (is_there(c, group) && c->dates)
        date_text(c, group, text);
    else if (is_there(c, group))
        output_result(c->type, number_at(c, group), text);
    return strdup(text);
}

/* ---- Sorting --------------------------------------------------------------------------------- */

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
    return value_kind_of(c->type) == VALUE_REAL && isnan(value_real(c->type, number_at(c, group)));
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
    const csv_field x = key_of(sorting.p, a, c->key), y = key_of(sorting.p, b, c->key);
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
    else if (!is_there(c, a) || !is_there(c, b))
        return is_there(c, b) - is_there(c, a); /* groups without a value are last */
    else if (c->texts)
        order = strcmp(row_text(c, a), row_text(c, b));
    else if (is_nan(c, a) || is_nan(c, b))
        return is_nan(c, a) - is_nan(c, b); /* and in front of these NaNs, which are in no order */
    else if (value_kind_of(c->type) == VALUE_REAL)
        order =
            order_of(value_real(c->type, number_at(c, a)), value_real(c->type, number_at(c, b)));
    else
        order = compare_integers(c->type, number_at(c, a), number_at(c, b));
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
        const input_cell_kind kind = input_cell_read(&sorting.cells, key_of(p, group, c->key)).kind;
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

static int sort_groups(print *p)
{
    int code = CODE_FINE;

    p->order = malloc((p->groups + 1) * sizeof *p->order);
    if (!p->order || !input_cell_open(&sorting.cells, &p->r->o->input))
        return fail_memory();
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

/* ---- Listings -------------------------------------------------------------------------------- */

static void list_cell(listing *l, const print *p, const print_column *c, uint32_t group)
{
    char *text;

    if (!is_there(c, group)) {
        listing_absent(l, "");
    } else if (is_number(c)) {
        listing_value(l, c->type, number_at(c, group));
    } else {
        text = cell_text(p, c, group);
        listing_text(l, text ? text : "");
        l->failed |= !text;
        free(text);
    }
}

/* Without --by each value is a row: its name and its results. */
static void list_values(const print *p, listing *l)
{
    const size_t values = p->r->is_pair || p->r->value_count == 0 ? 1 : p->r->value_count;
    const size_t each = p->count / values;

    listing_column(l, "column", false);
    for (size_t i = 0; i < each; i++) {
        const char *name = p->columns[i].name;
        const bool is_index = p->columns[i].op && strstr(name, ").index");
        char word[64];

        snprintf(word, sizeof word, "%.*s", (int)strcspn(name, "("), name);
        listing_column(l, is_index ? "index" : word, true);
    }
    for (size_t v = 0; v < values; v++) {
        char *name = value_name(p->r, v);

        listing_text(l, name ? name : "");
        l->failed |= !name;
        free(name);
        for (size_t i = 0; i < each; i++)
            list_cell(l, p, &p->columns[v * each + i], 0);
    }
}

static void list_groups(const print *p, listing *l)
{
    for (size_t i = 0; i < p->count; i++)
        listing_column(l, p->columns[i].name, i >= p->keys && !p->columns[i].texts);
    for (uint64_t k = 0; k < p->printed; k++)
        for (size_t i = 0; i < p->count; i++)
            list_cell(l, p, &p->columns[i], p->order[k]);
}

static bool print_listing(const print *p)
{
    listing l;

    listing_open(&l, listing_usual(p->r->o->form));
    if (table_request_has_groups(p->r) || p->r->o->table.row)
        list_groups(p, &l);
    else
        list_values(p, &l);
    return listing_close(&l);
}

/* As of a list of numbers: the value, or a line for each operator. */
static bool print_single(const print *p)
{
    const bool has_names =
        p->r->operators.count > 1 || p->columns[p->count - 1].op != p->columns->op;
    const char *last = NULL;

    for (size_t i = 0; i < p->count; i++) {
        char *text = cell_text(p, &p->columns[i], 0);
        const char *op = p->columns[i].op;

        if (i > 0)
            putchar(op == last ? ' ' : '\n');
        if (op != last && has_names)
            printf("%s ", op);
        fputs(text ? text : "", stdout);
        free(text);
        last = op;
    }
    putchar('\n');
    return output_flush();
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static json_t *cell_part(const print *p, const print_column *c, uint32_t group)
{
    char *text;
    json_t *part;

    if (!is_there(c, group))
        return json_null();
    if (is_number(c))
        return document_result(c->type, number_at(c, group));
    text = cell_text(p, c, group);
    part = text ? document_text(text) : NULL;
    free(text);
    return part;
}

static bool print_json(const print *p)
{
    json_t *rows = json_array(), *document;

    for (uint64_t k = 0; k < p->printed; k++) {
        json_t *row = json_object();
        for (size_t i = 0; i < p->count; i++)
            json_object_set_new(row, p->columns[i].name, cell_part(p, &p->columns[i], p->order[k]));
        json_array_append_new(rows, row);
    }
    document = json_object();
    json_object_set_new(document, "groups", document_count(p->groups));
    json_object_set_new(document, "rows", rows);
    return document_print(document);
}

/* ---- The whole output ------------------------------------------------------------------------ */

static void note_rounded(const print *p)
{
    for (size_t i = 0; i < p->r->value_count && !p->r->o->quiet; i++)
        if (p->sums->totals[i].type == CLR_TYPE_F64 && p->sums->facts[i].beyond_exact &&
            p->sums->facts[i].is_open)
            message_note("column %s is read as f64, which rounds whole numbers beyond 2^53, as not "
                         "all of its numbers are whole, or fit 64 bits.",
                         p->r->values[i].name);
}

/* An object has one value of a name. */
static int check_names(const print *p)
{
    const output_form form = p->r->o->form;
    const bool are_objects = form == OUTPUT_JSON || form == OUTPUT_JSONL;

    for (size_t i = 0; are_objects && i < p->count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(p->columns[i].name, p->columns[k].name) == 0)
                return message_fail(CODE_USAGE,
                                    "two columns of the results are called %s, which JSON has no "
                                    "room for: --csv has.",
                                    p->columns[i].name);
    return CODE_FINE;
}

/* Whether the results are printed as those of a list of numbers. */
static bool is_single(const print *p)
{
    return !table_request_has_groups(p->r) && !p->r->o->table.row &&
           p->r->o->form == OUTPUT_PLAIN && p->r->value_count < 2u + p->r->is_pair;
}

/* Refuses sums beyond 64 bits, and a single result without a value, as a list's is refused; notes
 * results of a table without one. */
static int check_results(const print *p)
{
    uint64_t empty = 0, all = 0;

    for (size_t i = 0; i < p->count; i++)
        for (uint32_t group = 0;
             p->columns[i].op != of_row && p->columns[i].status && group < p->groups; group++) {
            const cl_int status = p->columns[i].status[group];
            char *key = NULL;

            all++;
            empty += status == CLR_ERROR_EMPTY;
            if (status == CLR_ERROR_EMPTY && is_single(p))
                return message_fail(CODE_INPUT, "%s has no value, as there are too few numbers.",
                                    p->columns[i].name);
            if (status != CLR_ERROR_OVERFLOW)
                continue;
            key = p->keys > 0 ? cell_text(p, &p->columns[0], group) : NULL;
            message_fail(CODE_INPUT, "%s of %s does not fit %s: -r f64 rounds it to f64.",
                         p->columns[i].name, key ? key : "all rows",
                         clr_type_name(p->columns[i].type));
            free(key);
            return CODE_INPUT;
        }
    note_rounded(p);
    if (empty > 0 && !p->r->o->quiet)
        message_note("%" PRIu64 " of %" PRIu64
                     " results %s no value, as there are too few numbers.",
                     empty, all, empty == 1 ? "has" : "have");
    return CODE_FINE;
}

int table_print_results(const table_request *r, const table_sums *sums, const table_rows *rows)
{
    print p = {.r = r, .sums = sums, .rows = rows, .groups = table_sums_groups(sums)};
    int code = (!table_request_has_groups(r) || add_keys(&p)) && grow(&p) && add_numbers(&p) &&
                       (!r->o->table.row || add_rows(&p))
                   ? CODE_FINE
                   : fail_memory();

    if (code == CODE_FINE)
        code = sort_groups(&p);
    if (code == CODE_FINE)
        code = check_names(&p);
    if (code == CODE_FINE)
        code = check_results(&p);
    errno = 0;
    if (code == CODE_FINE && r->o->form == OUTPUT_JSON)
        code = output_end(print_json(&p), "the result");
    else if (code == CODE_FINE && is_single(&p))
        code = output_end(print_single(&p), "the result");
    else if (code == CODE_FINE)
        code = output_end(print_listing(&p), "the result");
    close_print(&p);
    return code;
}
