/* SPDX-License-Identifier: Apache-2.0 */
/* selected - a single result some of whose operators select. See selected.h. */
#include "selected.h"
#include "document.h"
#include "output.h"
#include "report.h"
#include <stdio.h>
#include <string.h>

static clr_status status_of(const shaped *s, size_t reduction)
{
    return (clr_status)s->results[reduction].status[0];
}

/* Whether lines begin with names: not of one operator, whose values are told by their order, but of
 * several quantiles. */
static bool has_names(const shaped *s)
{
    return s->job.layout.count > 1 ||
           (s->job.layout.results[0].op == CLR_OPERATOR_QUANTILE && s->results[0].values > 1);
}

/* ---- Plain ----------------------------------------------------------------------------------- */

static void print_value(const shaped *s, size_t reduction, uint64_t value)
{
    const size_t parts = shaped_part_count(s, reduction);
    char text[OUTPUT_TEXT_SIZE], name[OPERATOR_LIST_NAME_SIZE];

    operator_list_value_name(&s->job.request->operators, reduction, value, name);
    if (has_names(s))
        printf("%s ", name);
    for (size_t i = 0; i < parts; i++) {
        const shaped_number number = shaped_number_at(s, reduction, 0, value * parts + i);

        output_result(number.type, number.at, text);
        printf("%s%s", i == 0 ? "" : " ", text);
    }
    putchar('\n');
}

static bool print_plain(const shaped *s)
{
    for (size_t i = 0; i < s->job.layout.count; i++) {
        for (uint64_t v = 0; v < shaped_values_of(s, i, 0); v++)
            print_value(s, i, v);
    }
    return output_flush();
}

/* ---- Listings -------------------------------------------------------------------------------- */

static bool print_listing(const shaped *s)
{
    listing l;

    listing_open(&l, s->job.o->form);
    shaped_report_columns(&l, s);
    shaped_report_cells(&l, s, 0);
    return listing_close(&l);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static json_t *result_part(const shaped *s, size_t reduction)
{
    const size_t parts = shaped_part_count(s, reduction);
    const shaped_number first = shaped_number_at(s, reduction, 0, 0);
    json_t *part = report_result_begin(&s->job, reduction);
    char hex[OUTPUT_TEXT_SIZE];

    for (size_t i = 0; i < parts; i++)
        json_object_set_new(part, shaped_number_at(s, reduction, 0, i).name,
                            shaped_report_numbers(s, reduction, 0, i));
    if (!shaped_has_values(s, reduction) && strcmp(first.name, "value") == 0) {
        output_hex(first.type, first.at, hex);
        json_object_set_new(part, "hex", json_string(hex));
    }
    return report_result_end(&s->job, reduction, part);
}

static bool print_json(const shaped *s)
{
    json_t *document = report_document(&s->job), *results = json_array();

    for (size_t i = 0; i < s->job.layout.count; i++)
        json_array_append_new(results, result_part(s, i));
    report_add_plan(document, &s->job);
    json_object_set_new(document, "results", results);
    return document_print(document);
}

/* ---- The whole output ------------------------------------------------------------------------ */

static void note_zeros(const shaped *s)
{
    for (size_t i = 0; i < s->job.layout.count; i++) {
        uint64_t counted;

        if (!report_minds_zeros(&s->job, i))
            continue;
        memcpy(&counted, s->results[i].value, sizeof counted);
        report_note_zeros(counted, s->job.in.count);
    }
}

int selected_report(const shaped *s)
{
    report_notes(&s->job, NULL);
    for (size_t i = 0; i < s->job.layout.count; i++) {
        if (status_of(s, i) != CLR_OK)
            return job_refuse_result(&s->job, i, status_of(s, i));
    }
    note_zeros(s);
    output_begin();
    return output_end(listing_is(s->job.o->form)      ? print_listing(s)
                      : s->job.o->form == OUTPUT_JSON ? print_json(s)
                                                      : print_plain(s),
                      "the result");
}
