/* SPDX-License-Identifier: Apache-2.0 */
/* shaped_report - many results as text, JSON and .npy files. See shaped.h. */
#include "document.h"
#include "kernels.h"
#include "message.h"
#include "npy_file.h"
#include "output.h"
#include "outputs.h"
#include "report.h"
#include "saved.h"
#include "shaped.h"
#include <inttypes.h>
#include <string.h>

/* ---- Results without a value ----------------------------------------------------------------- */

static clr_status status_of(const shaped *s, size_t reduction, uint64_t row)
{
    return (clr_status)s->results[reduction].status[row];
}

/* Counts the results of a reduction with the status, and sets the first such row. */
static uint64_t count_status(const shaped *s, size_t reduction, clr_status status, uint64_t *first)
{
    uint64_t count = 0;

    for (uint64_t row = s->rows.count; row-- > 0;) {
        if (status_of(s, reduction, row) == status && rows_is_told(&s->rows, row)) {
            *first = row;
            count++;
        }
    }
    return count;
}

/* Reports the results of a reduction with the status, if any. */
static int tell_status(const shaped *s, size_t reduction, clr_status status)
{
    const clr_result *result = &s->job.layout.results[reduction];
    const uint64_t told = s->rows.count - s->rows.absent;
    char name[ROWS_NAME_SIZE];
    uint64_t first = 0;
    const uint64_t count = count_status(s, reduction, status, &first);

    if (count == 0)
        return CODE_FINE;
    rows_place(&s->rows, first, name);
    if (status == CLR_ERROR_EMPTY)
        return message_fail(CODE_INPUT,
                            "%s has no value for %" PRIu64 " of %" PRIu64
                            " results, the first of which is %s: there are too few numbers.",
                            clr_operator_name(result->op), count, told, name);
    return message_fail(
        CODE_INPUT,
        "%s does not fit %s in %" PRIu64 " of %" PRIu64 " results, the first of which is %s. %s",
        clr_operator_name(result->op), clr_type_name(result->type), count, told, name,
        s->rows.row->open ? "--overflow wrap takes it modulo 2^64, --map 1.0*x computes in f64."
                          : "-r f64 rounds it to f64.");
}

int shaped_report_missing(const shaped *s)
{
    static const clr_status statuses[] = {CLR_ERROR_EMPTY, CLR_ERROR_OVERFLOW};
    int code = CODE_FINE;

    for (size_t i = 0; i < 2 * s->job.layout.count; i++) {
        const int told = tell_status(s, i / 2, statuses[i % 2]);
        code = told != CODE_FINE ? told : code;
    }
    return code;
}

/* ---- Plain ----------------------------------------------------------------------------------- */

/* In place of a result without a value. */
static const char *absent_word(clr_status status)
{
    return status == CLR_ERROR_OVERFLOW ? "overflow" : "empty";
}

static void print_result(const shaped *s, size_t reduction, uint64_t row, bool *is_first)
{
    const clr_status status = status_of(s, reduction, row);
    const size_t there = shaped_part_count(s, reduction) * shaped_values_of(s, reduction, row);
    char text[OUTPUT_TEXT_SIZE];

    for (size_t k = 0; k < shaped_number_count(s, reduction); k++) {
        const bool is_there = status == CLR_OK && k < there;
        const shaped_number number = shaped_number_at(s, reduction, row, k);
        if (is_there)
            output_result(number.type, number.at, text);
        if (!*is_first)
            putchar('\t');
        fputs(is_there ? text : absent_word(status), stdout);
        *is_first = false;
    }
}

static bool print_plain(const shaped *s)
{
    char name[ROWS_NAME_SIZE];

    for (uint64_t row = 0; row < s->rows.count; row++) {
        if (!rows_is_told(&s->rows, row))
            continue;
        rows_name(&s->rows, row, name);
        bool is_first = name[0] == '\0';
        fputs(name, stdout);
        for (size_t i = 0; i < s->job.layout.count; i++)
            print_result(s, i, row, &is_first);
        putchar('\n');
    }
    return output_flush();
}

/* ---- Listings -------------------------------------------------------------------------------- */

/* Of the k largest the first one has the name "topk:3.1". */
static void add_selected_columns(listing *l, const shaped *s, size_t reduction)
{
    const size_t parts = shaped_part_count(s, reduction);
    char name[OPERATOR_LIST_NAME_SIZE], full[OPERATOR_LIST_NAME_SIZE + 40];

    for (size_t k = 0; k < shaped_number_count(s, reduction); k++) {
        int used;

        operator_list_value_name(&s->job.request->operators, reduction, k / parts, name);
        used = snprintf(full, sizeof full, "%s", name);
        if (parts > 1 && shaped_has_values(s, reduction))
            used += snprintf(full + used, sizeof full - (size_t)used, ".%zu", k / parts + 1);
        if (k % parts)
            snprintf(full + used, sizeof full - (size_t)used, ".%s",
                     shaped_number_at(s, reduction, 0, k).name);
        listing_column(l, full, true);
    }
}

void shaped_report_columns(listing *l, const shaped *s)
{
    for (size_t i = 0; i < s->job.layout.count; i++) {
        if (operator_selects(s->job.layout.results[i].op))
            add_selected_columns(l, s, i);
        else
            record_columns(l, &s->job.layout.results[i]);
    }
}

static void list_result(listing *l, const shaped *s, size_t reduction, uint64_t row)
{
    const clr_status status = status_of(s, reduction, row);
    const size_t there = shaped_part_count(s, reduction) * shaped_values_of(s, reduction, row);

    for (size_t k = 0; k < shaped_number_count(s, reduction); k++) {
        const shaped_number number = shaped_number_at(s, reduction, row, k);
        if (status == CLR_OK && k < there)
            listing_value(l, number.type, number.at);
        else
            listing_absent(l, absent_word(status));
    }
}

void shaped_report_cells(listing *l, const shaped *s, uint64_t row)
{
    for (size_t i = 0; i < s->job.layout.count; i++)
        list_result(l, s, i, row);
}

bool shaped_report_name_column(listing *l, const shaped *s)
{
    char name[ROWS_NAME_SIZE] = "";

    if (s->rows.count > 0)
        rows_name(&s->rows, 0, name);
    if (s->rows.count > 0 && name[0] == '\0')
        return false;
    listing_column(l, s->rows.keys.name ? "key" : "index", true);
    return true;
}

void shaped_report_name_cell(listing *l, const shaped *s, uint64_t row)
{
    char name[ROWS_NAME_SIZE];

    rows_name(&s->rows, row, name);
    listing_number(l, name);
}

static bool print_listing(const shaped *s)
{
    listing l;

    listing_open(&l, s->job.o->form);
    const bool are_named = shaped_report_name_column(&l, s);
    shaped_report_columns(&l, s);
    for (uint64_t row = 0; row < s->rows.count; row++) {
        if (!rows_is_told(&s->rows, row))
            continue;
        if (are_named)
            shaped_report_name_cell(&l, s, row);
        shaped_report_cells(&l, s, row);
    }
    return listing_close(&l);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static json_t *number_part(const shaped *s, size_t reduction, uint64_t row, size_t index)
{
    const shaped_number number = shaped_number_at(s, reduction, row, index);

    if (status_of(s, reduction, row) != CLR_OK)
        return json_null();
    return document_result(number.type, number.at);
}

/* The numbers of one name of a row; null without a value. */
json_t *shaped_report_numbers(const shaped *s, size_t reduction, uint64_t row, size_t index)
{
    const size_t parts = shaped_part_count(s, reduction);
    json_t *list;

    if (!shaped_has_values(s, reduction) || status_of(s, reduction, row) != CLR_OK)
        return number_part(s, reduction, row, index);
    list = json_array();
    for (uint64_t v = 0; v < shaped_values_of(s, reduction, row); v++)
        json_array_append_new(list, number_part(s, reduction, row, v * parts + index));
    return list;
}

/* The same of all rows. */
static json_t *numbers_part(const shaped *s, size_t reduction, size_t index)
{
    json_t *list = json_array();

    for (uint64_t row = 0; row < s->rows.count; row++)
        json_array_append_new(list, shaped_report_numbers(s, reduction, row, index));
    return list;
}

/* The results of a custom operator, an array for each. */
static json_t *tuples_part(const shaped *s, size_t reduction)
{
    json_t *list = json_array();

    for (uint64_t row = 0; row < s->rows.count; row++) {
        json_t *tuple = json_array();
        for (size_t k = 0; k < shaped_number_count(s, reduction); k++)
            json_array_append_new(tuple, number_part(s, reduction, row, k));
        json_array_append_new(list, tuple);
    }
    return list;
}

json_t *shaped_report_part(const shaped *s, size_t reduction)
{
    const clr_operator op = s->job.layout.results[reduction].op;
    const size_t count = shaped_part_count(s, reduction);
    json_t *part = report_result_begin(&s->job, reduction);

    if (op == CLR_OPERATOR_CUSTOM && count > 1)
        json_object_set_new(part, "value", tuples_part(s, reduction));
    else
        for (size_t k = 0; k < count; k++)
            json_object_set_new(part, shaped_number_at(s, reduction, 0, k).name,
                                numbers_part(s, reduction, k));
    return report_result_end(&s->job, reduction, part);
}

/* The axes of the results. */
static json_t *shape_part(const shaped *s)
{
    uint64_t extents[CLR_RANK_MOST];
    const size_t rank = rows_result_extents(&s->rows, extents);
    json_t *shape = json_array();

    for (size_t k = 0; k < rank; k++)
        json_array_append_new(shape, document_count(extents[k]));
    return shape;
}

/* The key of each run. */
static json_t *keys_part(const rows *r)
{
    json_t *list = json_array();

    for (uint64_t run = 0; run < r->count; run++)
        json_array_append_new(list, document_value(r->keys.type, keys_of_run(&r->keys, run)));
    return list;
}

/* Adds the results' axes. */
static json_t *add_shape(json_t *document, const shaped *s)
{
    json_object_set_new(document, "shape", shape_part(s));
    return document;
}

/* Adds further data of the shape. */
static void add_rows(json_t *document, const shaped *s)
{
    if (s->rows.row->is_scattered || s->rows.row->is_labelled)
        json_object_set_new(document, "outside", document_count(s->outside));
    if (s->rows.keys.name)
        json_object_set_new(document, "keys", keys_part(&s->rows));
}

void shaped_report_shape(const shaped *s, json_t *document)
{
    add_rows(add_shape(document, s), s);
}

static bool print_json(const shaped *s)
{
    const job *j = &s->job;
    json_t *document = report_document(j), *results = json_array();

    for (size_t i = 0; i < j->layout.count; i++)
        json_array_append_new(results, shaped_report_part(s, i));
    report_add_plan(document, j);
    add_shape(document, s);
    json_object_set_new(document, "results", results);
    add_rows(document, s);
    return document_print(document);
}

/* ---- .npy ------------------------------------------------------------------------------------ */

static bool is_standard_output(const char *name)
{
    return !name || whole_file_is_output(outputs_path(name));
}

static int check_operators(const operator_list *operators)
{
    const clr_operator_info info = words_operator_info(operators->at[0]);

    if (operators->count > 1)
        return message_fail(CODE_USAGE,
                            "--output writes the array of one operator, and %zu are named.",
                            operators->count);
    if (info.values > 1)
        return message_fail(CODE_USAGE,
                            "--output writes one array, and %s has two results: name min, max.",
                            info.name);
    return CODE_FINE;
}

static int check_file(const options *o, const char *name)
{
    return outputs_check_file(o, o->operands, o->operand_count, name, &outputs_npy);
}

int shaped_check_output(const options *o, const operator_list *operators)
{
    const char *keys_out = o->shape.keys_out;
    if (o->output)
        OR_RETURN(check_operators(operators));
    if (keys_out && is_standard_output(keys_out) && is_standard_output(o->output))
        return message_fail(CODE_USAGE,
                            "--keys-out %s: results go to standard output, where keys cannot go "
                            "too: name another file for one of them.",
                            keys_out);
    OR_RETURN(check_file(o, o->output));
    return check_file(o, keys_out);
}

/*
 * Writes the results; of operators with an index the indices alone, by which the values are found.
 * Several values are the array's first axis, as NumPy has quantiles; several numbers of a custom
 * operator its last one.
 */
static void put_results(const shaped *s, FILE *to)
{
    const shaped_results *results = &s->results[0];
    uint64_t extents[CLR_RANK_MOST + 1] = {results->values};
    const size_t first = shaped_has_values(s, 0);
    size_t rank = first + rows_result_extents(&s->rows, extents + first);

    if (!results->index && record_number_count(&s->job.layout.results[0]) > 1)
        extents[rank++] = record_number_count(&s->job.layout.results[0]);
    if (results->index)
        npy_file_write(to, CLR_TYPE_U64, extents, rank, results->index);
    else
        npy_file_write(to, s->job.layout.results[0].type, extents, rank, results->value);
}

/* Refuses rows that have fewer elements than k, as a file has places for k of each. */
static int check_short(const shaped *s)
{
    const uint64_t values = s->results[0].values;
    char name[ROWS_NAME_SIZE];

    for (uint64_t row = 0; row < s->rows.count; row++) {
        if (shaped_values_of(s, 0, row) == values)
            continue;
        rows_place(&s->rows, row, name);
        return message_fail(CODE_INPUT,
                            "result %s has %" PRIu64 " elements of the %" PRIu64
                            " that --output writes of each: ask for fewer, or print them.",
                            name, shaped_values_of(s, 0, row), values);
    }
    return CODE_FINE;
}

static void put_keys(const shaped *s, FILE *to)
{
    npy_file_write(to, s->rows.keys.type, &s->rows.count, 1, s->rows.keys.at);
}

/* Writes the files of --output and --keys-out; the results' file is kept after the keys' file. */
static int write_files(const shaped *s)
{
    const char *results = s->job.o->output, *keys_out = s->job.o->shape.keys_out;
    whole_file to_results = {0}, to_keys = {0};
    int code = results ? check_short(s) : CODE_FINE;

    if (code == CODE_FINE && results)
        code = whole_file_open(&to_results, outputs_path(results));
    if (code == CODE_FINE && keys_out)
        code = whole_file_open(&to_keys, outputs_path(keys_out));
    if (code == CODE_FINE && keys_out) {
        put_keys(s, to_keys.stream);
        if (fflush(to_keys.stream) != 0 || ferror(to_keys.stream) != 0)
            code = whole_file_keep(&to_keys); /* reports its own failure */
    }
    if (code == CODE_FINE && results) {
        put_results(s, to_results.stream);
        code = whole_file_keep(&to_results);
    }
    if (code == CODE_FINE && keys_out)
        code = whole_file_keep(&to_keys);
    whole_file_close(&to_results);
    whole_file_close(&to_keys);
    return code;
}

/* ---- The whole output ------------------------------------------------------------------------ */

int shaped_report_results(const shaped *s)
{
    if (!s->job.o->output && !saved_is_output(s->job.o)) {
        output_begin();
        OR_RETURN(output_end(listing_is(s->job.o->form)      ? print_listing(s)
                             : s->job.o->form == OUTPUT_JSON ? print_json(s)
                                                             : print_plain(s),
                             "the result"));
    }
    OR_RETURN(shaped_report_missing(s));
    return write_files(s);
}

/* Of shapes in which every number is of one result, but for labels that are of none. */
static void note_zeros(const shaped *s)
{
    const shape_row *row = s->rows.row;
    const bool is_whole = row->by_index || (!row->has_offsets && s->outside == 0);

    for (size_t i = 0; is_whole && i < s->job.layout.count; i++) {
        uint64_t counted = 0;

        if (!report_minds_zeros(&s->job, i))
            continue;
        for (uint64_t k = 0; k < s->rows.count; k++)
            counted += ((const uint64_t *)(const void *)s->results[i].value)[k];
        report_note_zeros(counted, s->job.in.count - s->outside);
    }
}

int shaped_report(const shaped *s)
{
    report_notes(&s->job, NULL);
    /* kernels depend on the shape's numbers, which a plan does not know */
    for (size_t i = 0; s->job.o->verbose && i < s->plans.count; i++)
        kernels_note(s->plans.at[i]);
    request_note_level(s->job.o, s->job.layout.results, s->job.layout.count);
    note_zeros(s);
    shaped_labels_tell(s);
    return shaped_report_results(s);
}
