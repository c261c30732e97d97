/* SPDX-License-Identifier: Apache-2.0 */
/* table_request - what the command line asks of a table. See table_request.h. */
#include "table_request.h"

#include "message.h"
#include "reading.h"
#include "table_asked.h"
#include "table_select.h"
#include "words.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Options --------------------------------------------------------------------------------- */

static int check_options(const options *o)
{
    const char *foreign = table_foreign_option(o);

    if (foreign)
        return message_fail(CODE_USAGE,
                            "--%s does not go with tables, which --by, --date, several columns "
                            "and names in --where and --map ask for.",
                            foreign);
    if ((o->table.sort || o->table.top != 0) && !o->table.by && !o->table.each)
        return message_fail(CODE_USAGE, "--%s is about groups: --by says of what%s.",
                            o->table.sort ? "sort" : "top",
                            o->table.sort ? "" : "; the operator topk:10 has the largest numbers");
    if (o->table.no_header && o->input.header)
        return message_fail(CODE_USAGE, "--header and --no-header exclude each other.");
    if (o->form == OUTPUT_NPY)
        return message_fail(CODE_USAGE, "a table has names beside its numbers, which no array has: "
                                        "--format is table, csv, tsv, jsonl or json.");
    if (o->accuracy == CLR_ACCURACY_REPRODUCIBLE)
        return message_fail(CODE_USAGE, "tables are reduced at level exact, whose bits do not "
                                        "depend on an order either: leave -a out.");
    return CODE_FINE;
}

/* Dates are microseconds, of which a sum or a deviation is no date. */
static bool can_be_date(clr_operator op)
{
    return op == CLR_OPERATOR_MIN || op == CLR_OPERATOR_MAX || op == CLR_OPERATOR_MINMAX ||
           op == CLR_OPERATOR_ARGMIN || op == CLR_OPERATOR_ARGMAX || op == CLR_OPERATOR_FIRST ||
           op == CLR_OPERATOR_LAST || op == CLR_OPERATOR_MEAN || op == CLR_OPERATOR_SIZE;
}

static int check_dates(const options *o)
{
    const char *given = o->map                                  ? "map"
                        : o->input.type != CLR_TYPE_DEFAULT     ? "type"
                        : o->result != CLR_TYPE_DEFAULT         ? "result"
                        : o->input.missing == INPUT_MISSING_NAN ? "missing nan"
                                                                : NULL;

    if (o->table.are_dates && given)
        return message_fail(CODE_USAGE, "--%s is about numbers, and --date has dates.", given);
    if (o->table.are_dates && (!o->input.column || strcmp(o->input.column, "all") == 0))
        return message_fail(CODE_USAGE, "--date is about columns that are reduced: --column time "
                                        "says which. For groups --by 'day(time)' needs none.");
    return CODE_FINE;
}

/* Of --row: the one operator that folds finds the place of what it finds, and keeps its name. */
static int ask_for_row(table_request *r)
{
    static const clr_operator placed[][2] = {
        {CLR_OPERATOR_MIN, CLR_OPERATOR_ARGMIN},    {CLR_OPERATOR_MAX, CLR_OPERATOR_ARGMAX},
        {CLR_OPERATOR_ARGMIN, CLR_OPERATOR_ARGMIN}, {CLR_OPERATOR_ARGMAX, CLR_OPERATOR_ARGMAX},
        {CLR_OPERATOR_FIRST, CLR_OPERATOR_FIRST},   {CLR_OPERATOR_LAST, CLR_OPERATOR_LAST}};

    for (size_t i = 0; r->reduced.count == 1 && i < sizeof placed / sizeof *placed; i++)
        if (r->reduced.at[0] == placed[i][0]) {
            r->row_of = placed[i][0];
            r->reduced.at[0] = r->folds.at[0] = placed[i][1];
            return CODE_FINE;
        }
    return message_fail(CODE_USAGE, "--row is of the row that holds a min, max, argmin, argmax, "
                                    "first or last: name one of these, and no other operator but "
                                    "size.");
}

/* Whether results of parts of the rows can be merged: those of the order of rows cannot. */
static bool has_parts(clr_operator op, bool has_overflow)
{
    switch ((int)op) {
    case CLR_OPERATOR_LOGSUMEXP:
    case CLR_OPERATOR_WVAR:
    case CLR_OPERATOR_WSTD:
    case CLR_OPERATOR_RWVAR:
    case CLR_OPERATOR_RWSTD:
        return false;
    case CLR_OPERATOR_PROD:
        return has_overflow;
    default:
        return true;
    }
}

static int check_operators(table_request *r)
{
    const options *o = r->o;
    clr_operator pair = CLR_OPERATOR_DOT;
    size_t pairs = 0;

    if (o->operator_file || !operator_list_read_any(&r->operators, o->word))
        return CODE_USAGE;
    for (size_t i = 0; i < r->operators.count; i++) {
        const clr_operator op = r->operators.at[i];

        if (!has_parts(op, o->has_overflow))
            return message_fail(CODE_USAGE,
                                "%s is not there for tables, as parts of its result depend on "
                                "the order of numbers%s.",
                                clr_operator_name(op),
                                op == CLR_OPERATOR_PROD
                                    ? "; of whole numbers --overflow wrap takes it modulo 2^64"
                                    : "");
        if (o->table.are_dates && !can_be_date(op))
            return message_fail(CODE_USAGE,
                                "%s of dates is no date: --date has min, max, minmax, argmin, "
                                "argmax, first, last, mean and size.",
                                clr_operator_name(op));
        if (words_operator_info(op).inputs == 2 && pairs++ == 0)
            pair = op;
        if (op != CLR_OPERATOR_SIZE) {
            operator_list_add(&r->reduced, &r->operators, i);
            operator_list_add(operator_selects(op) ? &r->selected : &r->folds, &r->operators, i);
        }
    }
    r->is_pair = pairs > 0;
    if (pairs > 0 && pairs < r->reduced.count)
        return message_fail(CODE_USAGE,
                            "%s takes two columns together, and others each for "
                            "itself: name it alone.",
                            clr_operator_name(pair));
    if (o->table.row && ask_for_row(r) != CODE_FINE)
        return CODE_USAGE;
    return table_select_check(o, &r->selected);
}

/* ---- Columns --------------------------------------------------------------------------------- */

/* While the columns are found. */
typedef struct finding {
    table_request *r;
    input_table *table;
    bool failed; /* there are too many, or memory ran out */
} finding;

static bool is_name(const input_table *table, size_t index, const char *name, size_t size)
{
    const csv_field field = input_table_name(table, index);

    return field.size == size && memcmp(field.text, name, size) == 0;
}

/* The place of a column among those of a row, which it is added to; -1: there is no room. */
static int add_column(finding *f, const char *name, size_t size, uint64_t number)
{
    table_request *r = f->r;

    for (size_t i = 0; i < r->column_count; i++)
        if (r->columns[i].number == number && strlen(r->names[i]) == size &&
            memcmp(r->names[i], name, size) == 0)
            return (int)i;
    char *copy = r->column_count < TABLE_COLUMNS_MOST ? strndup(name, size) : NULL;
    f->failed |= !copy;
    if (!copy)
        return -1;
    r->names[r->column_count] = copy;
    r->columns[r->column_count] = (csv_column){copy, number};
    return (int)r->column_count++;
}

static bool read_whole(const char *text, size_t size, uint64_t *number)
{
    *number = 0;
    for (size_t i = 0; i < size; i++) {
        if (!isdigit((unsigned char)text[i]) || *number > UINT32_MAX)
            return false;
        *number = 10 * *number + (uint64_t)(text[i] - '0');
    }
    return size > 0 && *number > 0;
}

/* With a header a column has one name, however it is asked for. */
static int find_number(finding *f, const char *text, size_t size)
{
    uint64_t number;

    if (!read_whole(text, size, &number) || number > input_table_width(f->table))
        return -1;
    if (f->r->has_header) {
        const csv_field field = input_table_name(f->table, (size_t)number - 1);
        size_t same = 0;

        for (size_t i = 0; i < input_table_width(f->table); i++)
            same += is_name(f->table, i, field.text, field.size);
        if (same == 1)
            return add_column(f, field.text, field.size, 0);
    }
    return add_column(f, text, size, number);
}

/* For formulas; x is the column that is reduced, if no column has this name. */
static int find_column(void *user, const char *name, size_t size, bool is_number)
{
    finding *f = user;

    for (size_t i = 0; !is_number && f->r->has_header && i < input_table_width(f->table); i++)
        if (is_name(f->table, i, name, size))
            return add_column(f, name, size, 0);
    if (!is_number && size == 1 && *name == 'x' && f->r->value_count == 1)
        return f->r->values[0].column;
    return find_number(f, name, size);
}

static bool is_date_column(void *user, int column)
{
    const table_request *r = ((finding *)user)->r;
    bool is_reduced = false;

    for (size_t i = 0; i < r->value_count; i++)
        is_reduced |= r->values[i].column == column;
    return r->o->table.are_dates && is_reduced;
}

/* Up to a comma that is not between ${ and }. */
static size_t word_size(const char *at)
{
    const size_t size = strcspn(at, ",");
    const char *open = strstr(at, "${"), *close = open ? strchr(open, '}') : NULL;

    return close && open < at + size ? (size_t)(close - at) + strcspn(close, ",") : size;
}

/* The next word of a list of columns, without ${ and }; false at the end. */
static bool next_word(const char **list, const char **word, size_t *size, bool *is_name_only)
{
    const char *at = *list;

    if (!at)
        return false;
    *is_name_only = strncmp(at, "${", 2) == 0 && strchr(at, '}');
    *word = *is_name_only ? at + 2 : at;
    *size = *is_name_only ? strcspn(at + 2, "}") : word_size(at);
    at = *word + *size + *is_name_only;
    *list = *at == ',' ? at + 1 : NULL;
    return true;
}

static int fail_many(const table_request *r)
{
    if (r->column_count < TABLE_COLUMNS_MOST)
        return message_fail(CODE_DEVICE, "out of memory for the columns.");
    return message_fail(CODE_USAGE, "a table takes up to %d columns at a time: name fewer.",
                        TABLE_COLUMNS_MOST);
}

static int fail_unknown(const finding *f, const char *word, size_t size)
{
    input_table_fail_name(f->table, word, size);
    return message_fail(CODE_INPUT, "%s", input_table_error(f->table));
}

/* The place of a column that is asked for by its name, or by its number; -1: it is nowhere. */
static int place_of(finding *f, const char *word, size_t size, bool is_name_only)
{
    uint64_t number;

    if (!is_name_only && read_whole(word, size, &number))
        return number <= input_table_width(f->table) ? find_number(f, word, size)
                                                     : add_column(f, word, size, number);
    for (size_t i = 0; f->r->has_header && i < input_table_width(f->table); i++)
        if (is_name(f->table, i, word, size))
            return add_column(f, word, size, 0);
    return -1;
}

static void add_key(table_request *r, int column, iso_part part)
{
    for (size_t i = 0; i < r->key_count; i++)
        if (r->keys[i].column == (size_t)column && r->keys[i].part == part)
            return;
    r->keys[r->key_count++] = (table_key){(size_t)column, part};
}

static void add_value(table_request *r, int column)
{
    for (size_t i = 0; i < r->value_count; i++)
        if (r->values[i].column == column && !r->is_pair)
            return;
    if (r->value_count < TABLE_COLUMNS_MOST)
        r->values[r->value_count++] =
            (table_value){column, column < 0 ? strdup(r->o->map) : strdup(r->names[column])};
}

static void add(table_request *r, bool is_key, int column, iso_part part)
{
    if (is_key)
        add_key(r, column, part);
    else
        add_value(r, column);
}

static int fail_key(const finding *f, const char *word, size_t size)
{
    if (!table_key_is_call(word, size))
        return fail_unknown(f, word, size);
    return message_fail(CODE_USAGE,
                        "--by '%.*s': no column has this name, and of dates there are year(), "
                        "month(), week(), day(), hour() and minute().",
                        (int)size, word);
}

/* Finds the columns of a list, or the one whose name it is. Keys may be parts of dates, unless a
 * column has such a name. */
static int find_list(finding *f, const char *list, bool are_keys)
{
    const int all = strchr(list, ',') ? place_of(f, list, strlen(list), true) : -1;
    const char *word;
    size_t size;
    bool is_name_only;

    if (all >= 0)
        add(f->r, are_keys, all, ISO_NONE);
    while (all < 0 && next_word(&list, &word, &size, &is_name_only)) {
        int column = place_of(f, word, size, is_name_only);
        const iso_part part =
            column < 0 && are_keys ? table_key_part(&word, &size, &is_name_only) : ISO_NONE;

        if (part != ISO_NONE)
            column = place_of(f, word, size, is_name_only);
        if (f->failed)
            return fail_many(f->r);
        if (column < 0)
            return are_keys && part == ISO_NONE && !is_name_only ? fail_key(f, word, size)
                                                                 : fail_unknown(f, word, size);
        add(f->r, are_keys, column, part);
    }
    return CODE_FINE;
}

static bool is_key(const table_request *r, int column)
{
    for (size_t i = 0; i < r->key_count; i++)
        if (r->keys[i].column == (size_t)column)
            return true;
    return false;
}

/* All columns whose first field is a number, but those of --by. */
static int find_all(finding *f)
{
    for (size_t i = 0; i < input_table_width(f->table); i++) {
        const input_cell cell = input_cell_read(&f->table->cells, input_table_sample(f->table, i));
        char number[24];

        if (cell.kind != INPUT_CELL_WHOLE && cell.kind != INPUT_CELL_REAL)
            continue;
        const int size = snprintf(number, sizeof number, "%zu", i + 1);
        const int column = find_number(f, number, (size_t)size);
        if (column < 0)
            return fail_many(f->r);
        if (!is_key(f->r, column))
            add_value(f->r, column);
    }
    if (f->r->value_count == 0)
        return message_fail(CODE_INPUT, "%s: has no column of numbers%s, by its first row.",
                            f->table->files[0].name,
                            f->r->key_count > 0 ? " beside those of --by" : "");
    return CODE_FINE;
}

static int read_formula(finding *f, const char *option, const char *text, formula *made)
{
    const formula_names names = {find_column, f, is_date_column};
    char reason[256];

    if (formula_read(made, text, &names, reason))
        return CODE_FINE;
    return message_fail(CODE_USAGE, "--%s '%s': %.255s.", option, text, reason);
}

static int check_values(const table_request *r)
{
    const char *name = clr_operator_name(r->operators.at[0]);

    if (r->is_pair && r->value_count != 2)
        return message_fail(CODE_USAGE, "%s takes two columns, as in --column price,qty.", name);
    if (r->o->table.row && r->value_count > 1)
        return message_fail(CODE_USAGE, "--row takes one column, whose extreme a row holds, and "
                                        "--column names several.");
    if (r->reduced.count > 0 && r->value_count == 0)
        return message_fail(CODE_USAGE,
                            "say which columns are reduced: --column price,qty, or --column all "
                            "for all that have numbers.");
    return CODE_FINE;
}

/* The map stands for columns, and size needs none. */
static void drop_values(table_request *r)
{
    for (size_t i = 0; i < r->value_count; i++)
        free(r->values[i].name);
    r->value_count = 0;
}

static int find_columns(table_request *r, input_table *table)
{
    finding f = {.r = r, .table = table};
    const char *list = r->o->input.column;
    int code = r->o->table.by ? find_list(&f, r->o->table.by, true) : CODE_FINE;

    if (code == CODE_FINE && list)
        code = strcmp(list, "all") == 0 ? find_all(&f) : find_list(&f, list, false);
    r->has_map = r->o->map != NULL;
    r->has_where = r->o->where != NULL;
    if (code == CODE_FINE && r->has_map)
        code = read_formula(&f, "map", r->o->map, &r->map);
    if (code == CODE_FINE && r->has_where)
        code = read_formula(&f, "where", r->o->where, &r->where);
    if (code == CODE_FINE && (r->has_map || r->reduced.count == 0))
        drop_values(r);
    if (code == CODE_FINE && r->has_map && r->reduced.count > 0)
        add_value(r, -1);
    if (code == CODE_FINE && f.failed)
        code = fail_many(r);
    return code == CODE_FINE ? check_values(r) : code;
}

/* ---- The header ------------------------------------------------------------------------------ */

static bool has_name(const char *list)
{
    const char *word;
    size_t size;
    bool is_name_only;
    uint64_t number;

    while (next_word(&list, &word, &size, &is_name_only)) {
        table_key_part(&word, &size, &is_name_only);
        if (is_name_only || !read_whole(word, size, &number))
            return true;
    }
    return false;
}

/* Whether the first row is a header: as the user says, or as a column has a name. */
static int find_header(table_request *r)
{
    const options *o = r->o;
    const char *column = o->input.column;
    const bool is_all = column && strcmp(column, "all") == 0;
    const bool is_named = has_name(o->table.by) || (!is_all && has_name(column)) ||
                          table_has_names(o->where) || table_has_names(o->map);

    r->has_header = o->input.header || (!o->table.no_header && (is_named || is_all));
    if (o->table.no_header && (has_name(o->table.by) || (!is_all && has_name(column))))
        return message_fail(CODE_USAGE, "--no-header says that no line has names, and columns are "
                                        "named: choose them by number.");
    if (!r->has_header && !o->table.no_header && r->reduced.count == 0)
        return message_fail(CODE_USAGE, "is the first line a header? Say --header or --no-header, "
                                        "as columns are chosen by number.");
    return CODE_FINE;
}

int table_request_open(table_request *r, const options *o, input_table *table)
{
    static const char *const standard_input[] = {"-"};
    int code;

    *r = (table_request){.o = o,
                         .plain = *o,
                         .files = o->operand_count ? o->operands : standard_input,
                         .file_count = o->operand_count ? o->operand_count : 1};
    r->plain.map = r->plain.where = NULL;
    code = check_options(o);
    if (code == CODE_FINE)
        code = check_dates(o);
    if (code == CODE_FINE)
        code = check_operators(r);
    if (code == CODE_FINE)
        code = find_header(r);
    if (code == CODE_FINE)
        reading_start(r->files, r->file_count);
    if (code == CODE_FINE &&
        !input_table_open(table, r->files, r->file_count, &o->input, r->has_header))
        code = message_fail(CODE_INPUT, "%s", input_table_error(table));
    if (code == CODE_FINE)
        code = find_columns(r, table);
    if (code == CODE_FINE && !input_table_want(table, r->columns, r->column_count))
        code = message_fail(CODE_INPUT, "%s", input_table_error(table));
    return code;
}

void table_request_close(table_request *r)
{
    for (size_t i = 0; i < r->column_count; i++)
        free(r->names[i]);
    for (size_t i = 0; i < r->value_count; i++)
        free(r->values[i].name);
    if (r->has_where)
        formula_free(&r->where);
    if (r->has_map)
        formula_free(&r->map);
}

bool table_request_has_groups(const table_request *r)
{
    return r->key_count > 0 || r->o->table.each;
}

bool table_request_has_text_key(const table_request *r)
{
    return r->key_count == 1 && !r->o->table.each && r->keys->part == ISO_NONE;
}

bool table_request_has_index(const table_request *r)
{
    for (size_t i = 0; i < r->reduced.count; i++)
        if (words_operator_info(r->reduced.at[i]).has_index)
            return true;
    return false;
}
