/* SPDX-License-Identifier: Apache-2.0 */
/*
 * levels_report - accuracy levels as tables, JSON and CSV. See levels_report.h.
 */
#include "levels_report.h"
#include "bench_report.h"
#include "document.h"
#include "output.h"
#include "quantity.h"
#include "table.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The level that others are compared with has no ratio of its own. */
static bool has_ratio(const level *of)
{
    return of->accuracy != CLR_ACCURACY_FAST;
}

static const char *name_of(const level *of)
{
    return clr_accuracy_name(of->accuracy);
}

/* ---- Table ----------------------------------------------------------------------------------- */

static void print_heading(const levels *l)
{
    char size[QUANTITY_TEXT_SIZE], count[QUANTITY_TEXT_SIZE];

    quantity_bytes(bench_data_size(&l->task.data), size);
    quantity_count(l->task.data.count, count);
    printf("\n%s of %s %s, %s", l->task.names, count, clr_type_name(l->task.data.type), size);
    if (l->input.copy_count > 1)
        printf(", %u copies in turn", l->input.copy_count);
    puts("\n");
}

/* Columns of a level: time, speed and, but for fast, the ratio. */
static void open_columns(table *t, const levels *l, char alignment[3 * LEVELS_MOST + 2])
{
    size_t columns = 0;

    alignment[columns++] = 'l';
    for (size_t i = 0; i < LEVELS_MOST; i++) {
        for (int column = 0; l->levels[i].runs && column < 2 + has_ratio(&l->levels[i]); column++)
            alignment[columns++] = 'r';
    }
    alignment[columns] = '\0';
    table_open(t, alignment);
    table_cell(t, "data");
    for (size_t i = 0; i < LEVELS_MOST; i++) {
        if (!l->levels[i].runs)
            continue;
        table_cell(t, "%s", name_of(&l->levels[i]));
        table_cell(t, "GB/s");
        if (has_ratio(&l->levels[i]))
            table_cell(t, "x fast");
    }
}

static void add_cell(table *t, const levels *l, size_t row, size_t column)
{
    const level_cell *cell = &l->rows[row].cells[column];
    double gb_per_s = levels_gb_per_s(l, row, column), ratio = levels_over_fast(l, row, column);

    table_cell(t, "%.2f us%s", timing_quantile(&cell->times, 0.5) * 1e6,
               cell->answer == RUNG_RIGHT ? "" : " *");
    table_cell(t, gb_per_s < 1 ? "%.3g" : "%.1f", gb_per_s);
    if (!has_ratio(&l->levels[column]))
        return;
    if (ratio > 0)
        table_cell(t, "%.3f", ratio);
    else
        table_cell(t, "-");
}

static void add_row(table *t, const levels *l, size_t row)
{
    table_cell(t, "%s", l->rows[row].kind->name);
    for (size_t i = 0; i < LEVELS_MOST; i++) {
        if (l->levels[i].runs)
            add_cell(t, l, row, i);
    }
}

/* What stands for each level, or why nothing does. */
static bool print_levels(const levels *l, table_form form)
{
    static const char *const heading[] = {"level", "kernels"};
    table t;

    table_open(&t, "ll");
    table_row(&t, heading);
    for (size_t i = 0; i < LEVELS_MOST; i++) {
        const level *of = &l->levels[i];
        table_cell(&t, "%s", name_of(of));
        if (of->runs)
            table_cell(&t, "strategy %s, accumulator %s", of->kernel.layout.info.strategy,
                       of->kernel.layout.results[0].accumulator);
        else
            table_cell(&t, "not measured: %s", of->reason);
    }
    bool printed = table_print(&t, form, true, stdout);
    table_close(&t);
    return printed;
}

static void print_notes(const levels *l)
{
    puts(
        "\nTimes are medians, from the end of the run before; x fast: speed as a multiple of level "
        "fast's.\nResults are checked on the host: those of level exact to the bit, others by "
        "their "
        "bound.");
    for (size_t row = 0; row < l->row_count; row++) {
        for (size_t i = 0; i < LEVELS_MOST; i++) {
            if (l->rows[row].cells[i].answer != RUNG_RIGHT)
                printf("* %s, level %s: %s\n", l->rows[row].kind->name, name_of(&l->levels[i]),
                       rung_answer_name(l->rows[row].cells[i].answer));
        }
    }
    putchar('\n');
}

static bool print_table(const levels_report *report, const levels *l)
{
    const table_form form = report->o->markdown ? TABLE_MARKDOWN : TABLE_PLAIN;
    char alignment[3 * LEVELS_MOST + 2];
    table t;

    if (report->count == 0)
        bench_report_device(clr_context_device(l->task.context));
    print_heading(l);
    open_columns(&t, l, alignment);
    for (size_t row = 0; row < l->row_count; row++)
        add_row(&t, l, row);
    bool printed = table_print(&t, form, true, stdout);
    table_close(&t);
    print_notes(l);
    return print_levels(l, form) && printed;
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static json_t *level_part(const level *of)
{
    json_t *part = json_pack("{s:s, s:b, s:o}", "level", name_of(of), "measured", of->runs,
                             "reason", document_text(of->reason));

    if (of->runs) {
        const clr_plan_info *info = &of->kernel.layout.info;
        json_object_set_new(part, "strategy", json_string(info->strategy));
        json_object_set_new(part, "accumulator",
                            json_string(of->kernel.layout.results[0].accumulator));
        json_object_set_new(part, "accuracy",
                            json_string(clr_accuracy_name(of->kernel.layout.results[0].accuracy)));
        json_object_set_new(part, "sizes", bench_report_sizes(info));
    }
    return part;
}

static json_t *cell_part(const levels *l, size_t row, size_t column)
{
    const level_cell *cell = &l->rows[row].cells[column];
    double ratio = levels_over_fast(l, row, column);

    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:s}", "level", name_of(&l->levels[column]),
                     "method", cell->method, "runs", document_count(cell->times.count), "seconds",
                     bench_report_seconds(&cell->times), "gb_per_s",
                     document_real(levels_gb_per_s(l, row, column)), "speed_over_fast",
                     ratio > 0 ? document_real(ratio) : json_null(), "answer",
                     rung_answer_name(cell->answer));
}

static json_t *row_part(const levels *l, size_t row)
{
    json_t *cells = json_array();

    for (size_t i = 0; i < LEVELS_MOST; i++) {
        if (l->levels[i].runs)
            json_array_append_new(cells, cell_part(l, row, i));
    }
    return json_pack("{s:s, s:o}", "data", l->rows[row].kind->name, "measurements", cells);
}

static bool keep_json(const levels_report *report, const levels *l)
{
    json_t *plans = json_array(), *rows = json_array();

    for (size_t i = 0; i < LEVELS_MOST; i++)
        json_array_append_new(plans, level_part(&l->levels[i]));
    for (size_t row = 0; row < l->row_count; row++)
        json_array_append_new(rows, row_part(l, row));
    json_t *of_input = bench_report_input(&l->task, l->input.copy_count);
    json_object_del(of_input, "data"); /* each row has data of its own */
    json_t *part = json_pack("{s:s, s:o, s:o, s:o, s:o}", "op", l->task.names, "input", of_input,
                             "device", document_device(clr_context_device(l->task.context)),
                             "levels", plans, "rows", rows);
    return json_array_append_new(report->parts, part) == 0;
}

/* ---- CSV ------------------------------------------------------------------------------------- */

static const char *const csv_heading[] = {"device",
                                          "op",
                                          "type",
                                          "data",
                                          "level",
                                          "strategy",
                                          "accumulator",
                                          "method",
                                          "answer",
                                          "count",
                                          "runs",
                                          "median_s",
                                          "fastest_s",
                                          "slowest_s",
                                          "lower_quartile_s",
                                          "upper_quartile_s",
                                          "gb_per_s",
                                          "speed_over_fast"};
#define CSV_COLUMNS "lllllllllrrrrrrrrr"

static void add_csv_cell(table *t, const levels *l, size_t row, size_t column)
{
    static const double quantiles[] = {0.5, 0, 1, 0.25, 0.75};
    const level_cell *cell = &l->rows[row].cells[column];
    const record_layout *layout = &l->levels[column].kernel.layout;
    const double ratio = levels_over_fast(l, row, column);
    const char *const words[] = {clr_context_device(l->task.context)->name,
                                 l->task.names,
                                 clr_type_name(l->task.data.type),
                                 l->rows[row].kind->name,
                                 name_of(&l->levels[column]),
                                 layout->info.strategy,
                                 layout->results[0].accumulator,
                                 cell->method,
                                 rung_answer_name(cell->answer)};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        table_cell(t, "%s", words[i]);
    table_cell(t, "%" PRIu64, l->task.data.count);
    table_cell(t, "%zu", cell->times.count);
    for (size_t i = 0; i < sizeof quantiles / sizeof quantiles[0]; i++)
        table_cell(t, "%.9g", timing_quantile(&cell->times, quantiles[i]));
    table_cell(t, "%.6g", levels_gb_per_s(l, row, column));
    if (ratio > 0)
        table_cell(t, "%.6g", ratio);
    else
        table_cell(t, "%s", "");
}

static bool print_csv(const levels_report *report, const levels *l)
{
    table t;

    table_open(&t, CSV_COLUMNS);
    table_row(&t, csv_heading);
    for (size_t row = 0; row < l->row_count; row++) {
        for (size_t i = 0; i < LEVELS_MOST; i++) {
            if (l->levels[i].runs)
                add_csv_cell(&t, l, row, i);
        }
    }
    bool printed = table_print(&t, TABLE_CSV, report->count == 0, stdout);
    table_close(&t);
    return printed;
}

/* ---- The interface --------------------------------------------------------------------------- */

void levels_report_open(levels_report *report, const options *o)
{
    *report = (levels_report){.o = o, .parts = o->json ? json_array() : NULL};
}

bool levels_report_add(levels_report *report, const levels *l)
{
    bool (*add)(const levels_report *, const levels *) = report->o->json  ? keep_json
                                                         : report->o->csv ? print_csv
                                                                          : print_table;
    bool done = add(report, l);

    report->count++;
    fflush(stdout);
    return done;
}

bool levels_report_close(levels_report *report)
{
    if (!report->o->json)
        return output_flush();
    /* A bench that failed has nothing to say here. */
    if (json_array_size(report->parts) == 0) {
        json_decref(report->parts);
        return true;
    }
    return document_print(report->parts);
}
