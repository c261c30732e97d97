/* SPDX-License-Identifier: Apache-2.0 */
/*
 * verb_stats - the verb that describes the numbers of files, or of each row, segment, label or run:
 * count, NaNs, zeros, extremes and their positions, mean, deviation and sum, in one pass, and
 * quartiles. NaNs are counted and otherwise ignored.
 */
#include "document.h"
#include "flat.h"
#include "message.h"
#include "output.h"
#include "quartiles.h"
#include "report.h"
#include "result_record.h"
#include "shaped.h"
#include "stats_request.h"
#include "table.h"
#include "value.h"
#include "verbs.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- Summaries ------------------------------------------------------------------------------- */

typedef struct summary {
    const job *j;
    const unsigned char *record; /* of all numbers */
    const shaped *s;             /* many results, if the summary is of one row; or NULL */
    uint64_t row;
    const quartiles *q;
    uint64_t count, nans, zeros;
    uint64_t numbers; /* that are not NaN */
} summary;

static shaped_number number_of(const summary *s, size_t reduction, size_t index)
{
    if (s->s)
        return shaped_number_at(s->s, reduction, s->row, index);
    record_number number = record_number_at(&s->j->layout.results[reduction], index);
    return (shaped_number){number.name, number.type, s->record + number.offset};
}

static double real_of(const summary *s, size_t reduction)
{
    shaped_number number = number_of(s, reduction, 0);

    return value_real(number.type, number.at);
}

static uint64_t count_of(const summary *s, size_t reduction)
{
    return value_integer(CLR_TYPE_U64, number_of(s, reduction, 0).at);
}

/* Counts NaNs, zeros and other numbers. */
static void count_kinds(summary *s)
{
    bool is_real = value_kind_of(s->j->in.feed.type) == VALUE_REAL;
    uint64_t nonzero = count_of(s, is_real ? STATS_NONZERO_OR_NAN : STATS_NONZERO);

    s->nans = nonzero - count_of(s, STATS_NONZERO);
    s->zeros = s->count - nonzero;
    s->numbers = s->count - s->nans;
}

/* If all numbers are NaN, the device has no values. */
static summary summarise(const flat *f, const quartiles *q)
{
    const uint64_t count = f->job.in.count;
    summary s = {.j = &f->job, .record = f->record, .q = q, .count = count, .nans = count};

    if (!f->is_empty)
        count_kinds(&s);
    return s;
}

static summary summarise_row(const shaped *all, uint64_t row)
{
    summary s = {.j = &all->job,
                 .s = all,
                 .row = row,
                 .q = all->quartiles,
                 .count = rows_length(&all->rows, row)};

    count_kinds(&s);
    return s;
}

/* Whether the sum, taken modulo 2^64, fits 64 bits. */
static bool has_sum(const summary *s)
{
    bool is_real = value_kind_of(s->j->in.feed.type) == VALUE_REAL;
    double most = value_kind_of(s->j->in.feed.type) == VALUE_SIGNED ? 0x1p63 : 0x1p64;

    return is_real || s->numbers == 0 || fabs(real_of(s, STATS_MEAN)) * (double)s->numbers < most;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* A value, also as JSON; a missing value is "none" as text and null as JSON. */
typedef struct row {
    const char *name;
    clr_type type; /* CLR_TYPE_DEFAULT: no value */
    unsigned char value[sizeof(uint64_t)];
} row;

static row row_of(const char *name, clr_type type, const void *value)
{
    row r = {.name = name, .type = type};

    memcpy(r.value, value, clr_type_size(type));
    return r;
}

static row row_of_result(const summary *s, const char *name, size_t reduction, size_t index)
{
    if (s->numbers == 0)
        return (row){.name = name};
    shaped_number number = number_of(s, reduction, index);
    return row_of(name, number.type, number.at);
}

static row std_row(const summary *s)
{
    uint64_t ddof = s->j->o->ddof;

    if (s->numbers <= ddof)
        return (row){.name = "std"};
    double scale = (double)s->numbers / (double)(s->numbers - ddof);
    row made = {.name = "std", .type = number_of(s, STATS_VARIANCE, 0).type};
    value_store_real(made.type, sqrt(real_of(s, STATS_VARIANCE) * scale), made.value);
    return made;
}

static row sum_row(const summary *s)
{
    static const uint64_t nothing = 0;

    if (!has_sum(s))
        return (row){.name = "sum"};
    if (s->numbers == 0)
        return row_of("sum", CLR_TYPE_U64, &nothing);
    return row_of_result(s, "sum", STATS_SUM, 0);
}

static row quartile_row(const summary *s, const char *name, size_t number)
{
    const void *value = quartiles_at(s->q, s->row, number);

    return value ? row_of(name, s->q->type, value) : (row){.name = name};
}

/* The lines in the order of printing: counts, or numbers of the device's results. */
static const struct {
    const char *name;
    enum { COUNT, NANS, ZEROS, RESULT, QUARTILE, DEVIATION, TOTAL } what;
    size_t reduction, index;
} told[] = {
    {"count", COUNT, 0, 0},
    {"nans", NANS, 0, 0},
    {"zeros", ZEROS, 0, 0},
    {"min", RESULT, STATS_LEAST, 0},
    {"q1", QUARTILE, 0, 0},
    {"median", QUARTILE, 0, 1},
    {"q3", QUARTILE, 0, 2},
    {"max", RESULT, STATS_GREATEST, 0},
    {"mean", RESULT, STATS_MEAN, 0},
    {"std", DEVIATION, 0, 0},
    {"sum", TOTAL, 0, 0},
    {"argmin", RESULT, STATS_LEAST, 1},
    {"argmax", RESULT, STATS_GREATEST, 1},
};

#define ROW_COUNT (sizeof told / sizeof told[0])

/* Whether a line is printed. */
static bool is_told(const quartiles *q, size_t i)
{
    return told[i].what != QUARTILE || quartiles_are_known(q);
}

static row row_at(const summary *s, size_t i)
{
    const uint64_t counts[] = {[COUNT] = s->count, [NANS] = s->nans, [ZEROS] = s->zeros};

    if (told[i].what == RESULT)
        return row_of_result(s, told[i].name, told[i].reduction, told[i].index);
    if (told[i].what == QUARTILE)
        return quartile_row(s, told[i].name, told[i].index);
    if (told[i].what == DEVIATION)
        return std_row(s);
    return told[i].what == TOTAL ? sum_row(s)
                                 : row_of(told[i].name, CLR_TYPE_U64, &counts[told[i].what]);
}

static const char *row_text(const row *r, char text[OUTPUT_TEXT_SIZE])
{
    if (r->type == CLR_TYPE_DEFAULT)
        return "none";
    output_result(r->type, r->value, text);
    return text;
}

static void row_list(listing *l, const row *r)
{
    if (r->type == CLR_TYPE_DEFAULT)
        listing_absent(l, "none");
    else
        listing_value(l, r->type, r->value);
}

static json_t *row_part(const row *r)
{
    return r->type == CLR_TYPE_DEFAULT ? json_null() : document_result(r->type, r->value);
}

/* ---- Printing -------------------------------------------------------------------------------- */

static bool print_table(const summary *s)
{
    char text[OUTPUT_TEXT_SIZE];

    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (!is_told(s->q, i))
            continue;
        const row r = row_at(s, i);
        printf("%-8s%s\n", r.name, row_text(&r, text));
    }
    return output_flush();
}

static void list_columns(listing *l)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        listing_column(l, told[i].name, true);
}

static void list_row(listing *l, const summary *s)
{
    for (size_t i = 0; i < ROW_COUNT; i++) {
        const row r = row_at(s, i);
        row_list(l, &r);
    }
}

static bool print_listing(const summary *s)
{
    listing l;

    listing_open(&l, s->j->o->form);
    list_columns(&l);
    list_row(&l, s);
    return listing_close(&l);
}

/* Adds a value, or an array of them, under its name, and to `results` as reductions have it; the
 * type is CLR_TYPE_DEFAULT if there is no value. */
static void add_value(json_t *document, json_t *results, const row *r, json_t *value)
{
    const char *type = r->type == CLR_TYPE_DEFAULT ? NULL : clr_type_name(r->type);

    json_array_append_new(
        results, json_pack("{s:s, s:s?, s:O}", "op", r->name, "type", type, "value", value));
    json_object_set_new(document, r->name, value);
}

static bool print_json(const summary *s)
{
    json_t *document = report_document(s->j), *results = json_array();

    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (!is_told(s->q, i))
            continue;
        const row r = row_at(s, i);
        add_value(document, results, &r, row_part(&r));
    }
    json_object_set_new(document, "results", results);
    return document_print(document);
}

static int print(const flat *f, const quartiles *q)
{
    const job *j = &f->job;
    summary s = summarise(f, q);

    if (!has_sum(&s) && !j->o->quiet)
        message_note("the sum does not fit 64 bits.");
    quartiles_note(q, j);
    report_notes(j, flat_plan(f));
    request_note_level(j->o, j->layout.results, j->layout.count);
    output_begin();
    if (listing_is(j->o->form))
        return output_end(print_listing(&s), "the result");
    return output_end(j->o->form == OUTPUT_JSON ? print_json(&s) : print_table(&s), "the result");
}

/* ---- Many results ---------------------------------------------------------------------------- */

static bool have_names(const shaped *all)
{
    uint64_t extents[CLR_RANK_MOST];

    return rows_result_extents(&all->rows, extents) != 0 || all->rows.keys.name;
}

/* Prints a line of names, and a line for each row of results. */
static bool print_rows(const shaped *all)
{
    const bool are_named = have_names(all);
    char name[ROWS_NAME_SIZE], text[OUTPUT_TEXT_SIZE];

    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (is_told(all->quartiles, i))
            printf("%s%s", i == 0 && !are_named ? "" : "\t", told[i].name);
    }
    putchar('\n');
    for (uint64_t k = 0; k < all->rows.count; k++) {
        if (!rows_is_told(&all->rows, k))
            continue;
        const summary s = summarise_row(all, k);
        rows_name(&all->rows, k, name);
        fputs(name, stdout);
        for (size_t i = 0; i < ROW_COUNT; i++) {
            if (!is_told(all->quartiles, i))
                continue;
            const row r = row_at(&s, i);
            printf("%s%s", i == 0 && !are_named ? "" : "\t", row_text(&r, text));
        }
        putchar('\n');
    }
    return output_flush();
}

static bool list_rows(const shaped *all)
{
    listing l;

    listing_open(&l, all->job.o->form);
    const bool are_named = shaped_report_name_column(&l, all);
    list_columns(&l);
    for (uint64_t k = 0; k < all->rows.count; k++) {
        if (!rows_is_told(&all->rows, k))
            continue;
        const summary s = summarise_row(all, k);
        if (are_named)
            shaped_report_name_cell(&l, all, k);
        list_row(&l, &s);
    }
    return listing_close(&l);
}

/* An array for each name. */
static bool print_rows_json(const shaped *all)
{
    json_t *document = report_document(&all->job), *results = json_array();

    shaped_report_shape(all, document);
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (!is_told(all->quartiles, i))
            continue;
        json_t *list = json_array();
        row any = {.name = told[i].name, .type = CLR_TYPE_DEFAULT};
        for (uint64_t k = 0; k < all->rows.count; k++) {
            const summary s = summarise_row(all, k);
            const row r = row_at(&s, i);
            json_array_append_new(list, row_part(&r));
            any.type = r.type == CLR_TYPE_DEFAULT ? any.type : r.type;
        }
        add_value(document, results, &any, list);
    }
    json_object_set_new(document, "results", results);
    return document_print(document);
}

static void tell_sums(const shaped *all)
{
    uint64_t count = 0;

    for (uint64_t k = 0; k < all->rows.count; k++) {
        const summary s = summarise_row(all, k);
        count += !has_sum(&s);
    }
    if (count != 0 && !all->job.o->quiet)
        message_note("%" PRIu64 " of %" PRIu64 " sums do not fit 64 bits.", count, all->rows.count);
}

static int print_shaped(shaped *all)
{
    tell_sums(all);
    quartiles_note(all->quartiles, &all->job);
    report_notes(&all->job, NULL);
    shaped_labels_tell(all);
    output_begin();
    if (listing_is(all->job.o->form))
        return output_end(list_rows(all), "the result");
    return output_end(all->job.o->form == OUTPUT_JSON ? print_rows_json(all) : print_rows(all),
                      "the result");
}

/* Counts the numbers of each label before the run, which discards the labels. */
static int count_labels(shaped *all)
{
    rows_count_labels(&all->rows);
    if (!all->rows.row->is_scattered || all->rows.offsets)
        return CODE_FINE;
    return rows_refuse_labels(&all->rows);
}

/* Numbers in text are read as for a mean, which loses most by a wrong type. */
static int describe_shaped(const options *o)
{
    request r = {.o = o, .inputs = 1, .operators = {.count = 1, .at = {CLR_OPERATOR_MEAN}}};
    quartiles q = {.value = NULL};
    shaped s;
    int code = shaped_open(&s, &r);

    if (code == CODE_FINE) {
        stats_request_ask(&r, s.job.in.feed.type);
        r.detects = false; /* the mean shows whether a sum fits */
        code = count_labels(&s);
    }
    if (code == CODE_FINE)
        code = quartiles_open_shaped(&q, &s);
    s.quartiles = &q;
    if (code == CODE_FINE)
        code = shaped_run(&s);
    if (code == CODE_FINE)
        code = print_shaped(&s);
    quartiles_close(&q);
    shaped_close(&s);
    return code;
}

/* ---- The whole verb -------------------------------------------------------------------------- */

static int describe_flat(const options *o)
{
    request r = {.o = o, .inputs = 1};
    quartiles q = {.value = NULL};
    flat f;
    int code = flat_open(&f, &r, INPUT_WHOLE_IF_NEEDED);

    f.may_be_empty = true;
    if (code == CODE_FINE) {
        stats_request_ask(&r, f.job.in.feed.type);
        code = quartiles_open(&q, &f.job);
    }
    if (code == CODE_FINE)
        code = flat_run(&f);
    if (code == CODE_FINE)
        code = quartiles_find(&q, &f.job);
    if (code == CODE_FINE)
        code = print(&f, &q);
    quartiles_close(&q);
    flat_close(&f);
    return code;
}

int verb_stats(const options *o)
{
    if (o->form == OUTPUT_NPY)
        return message_fail(CODE_USAGE, "stats has numbers of several types, which are no array: "
                                        "--format npy is for one operator.");
    OR_RETURN(rows_check_options(o));
    if (o->input.missing == INPUT_MISSING_SKIPPED)
        return message_fail(CODE_USAGE, "--missing skip moves numbers, and stats tells the places "
                                        "of extremes: --missing nan keeps these, and counts NaNs.");
    return shape_row_of(o) ? describe_shaped(o) : describe_flat(o);
}
