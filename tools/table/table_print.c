/* SPDX-License-Identifier: Apache-2.0 */
/* table_print - the groups of a table as text. See table_print.h. */
#include "table_print.h"

#include "document.h"
#include "listing.h"
#include "message.h"
#include "output.h"
#include "progress.h"
#include "table_print_part.h"
#include "value.h"
#include "words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
        good = good && grow(p) &&
               (!made->count || add_column(p, joined(name, p->r->values[value].name, ").count"),
                                           (print_column){.op = op,
                                                          .type = CLR_TYPE_U64,
                                                          .at = (unsigned char *)made->count,
                                                          .status = made->status}));
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

/* A result that is a date, as far as the dates of its column go. */
static void date_text(const print_column *c, uint32_t group, char text[ISO_TEXT_SIZE])
{
    const void *at = print_number_at(c, group);
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

/* The cell as text; the caller frees it. */
static char *cell_text(const print *p, const print_column *c, uint32_t group)
{
    char text[OUTPUT_TEXT_SIZE] = "";

    if (!c->op) {
        const csv_field key = print_key_of(p, group, c->key);
        return strndup(key.text, key.size);
    }
    if (c->texts)
        return strdup(print_row_text(c, group));
    if (print_is_there(c, group) && c->dates)
        date_text(c, group, text);
    else if (print_is_there(c, group))
        output_result(c->type, print_number_at(c, group), text);
    return strdup(text);
}

/* ---- Listings -------------------------------------------------------------------------------- */

static void list_cell(listing *l, const print *p, const print_column *c, uint32_t group)
{
    char *text;

    if (!print_is_there(c, group)) {
        listing_absent(l, "");
    } else if (is_number(c)) {
        listing_value(l, c->type, print_number_at(c, group));
    } else {
        text = cell_text(p, c, group);
        listing_text(l, text ? text : "");
        l->failed |= !text;
        free(text);
    }
}

/* What a column is headed in the row of values, without the value's name: sum, index, count. */
static void head(const char *name, char word[64])
{
    static const char *const parts[] = {").index", ").count"};
    const char *from = name;
    size_t size = strcspn(name, "(");

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const size_t part = strlen(parts[i]);

        if (strlen(name) > part && strcmp(name + strlen(name) - part, parts[i]) == 0) {
            from = name + strlen(name) - part + 2;
            size = part - 2;
        }
    }
    snprintf(word, 64, "%.*s", (int)size, from);
}

/* Without --by each value is a row: its name and its results. */
static void list_values(const print *p, listing *l)
{
    const size_t values = p->r->is_pair || p->r->value_count == 0 ? 1 : p->r->value_count;
    const size_t each = p->count / values;

    listing_column(l, "column", false);
    for (size_t i = 0; i < each; i++) {
        char word[64];

        head(p->columns[i].name, word);
        listing_column(l, word, true);
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

    if (!print_is_there(c, group))
        return json_null();
    if (is_number(c))
        return document_result(c->type, print_number_at(c, group));
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
    int code;

    progress_wait("rounding the results of %" PRIu64 " groups", p.groups);
    code = (!table_request_has_groups(r) || add_keys(&p)) && grow(&p) && add_numbers(&p) &&
                   (!r->o->table.row || add_rows(&p))
               ? CODE_FINE
               : fail_memory();
    if (code == CODE_FINE)
        code = print_sort_groups(&p);
    progress_waited();
    if (code == CODE_FINE)
        code = check_names(&p);
    if (code == CODE_FINE)
        code = check_results(&p);
    output_begin();
    if (code == CODE_FINE && r->o->form == OUTPUT_JSON)
        code = output_end(print_json(&p), "the result");
    else if (code == CODE_FINE && is_single(&p))
        code = output_end(print_single(&p), "the result");
    else if (code == CODE_FINE)
        code = output_end(print_listing(&p), "the result");
    close_print(&p);
    return code;
}
