/* SPDX-License-Identifier: Apache-2.0 */
/*
 * many_report - what bench has measured of many results. See many_report.h.
 */
#include "many_report.h"
#include "bench_report.h"
#include "document.h"
#include "output.h"
#include "quantity.h"
#include <inttypes.h>
#include <stdio.h>

static const double quantiles[] = {0.5, 0, 1, 0.25, 0.75};

static const timing *times_of(const bench_many *m, size_t plan)
{
    return &m->plans[plan].times;
}

static const record_layout *layout_of(const bench_many *m)
{
    return &m->kernels[MANY_SHAPED].layout;
}

static const char *check_of(const bench_many *m)
{
    return m->verdict == CHECK_AGREES ? "passed" : "undecided";
}

/* ---- Table ---------------------------------------------------------------------------------- */

static const char *const heading[] = {"elements of", "results",   "median", "spread",
                                      "GB/s",        "flat GB/s", "x flat"};

static void print_heading(const bench_many *m)
{
    const bench_task *task = &m->task;
    char count[QUANTITY_TEXT_SIZE], size[QUANTITY_TEXT_SIZE];

    bench_report_device(clr_context_device(task->context));
    quantity_count(task->data.count, count);
    quantity_bytes(bench_data_size(&task->data), size);
    printf("\n%s of %s %s, %s, %s", task->names, count, clr_type_name(task->data.type),
           task->data.kind->name, size);
    if (m->input.copy_count > 1)
        printf(", %u copies in turn", m->input.copy_count);
    printf("; level %s, accumulator %s\n\n", clr_accuracy_name(layout_of(m)->results[0].accuracy),
           layout_of(m)->results[0].accumulator);
}

static bool add_row(many_report *report, const bench_many *m)
{
    char text[MADE_SHAPE_TEXT_SIZE], count[QUANTITY_TEXT_SIZE], time[QUANTITY_TEXT_SIZE];

    if (report->count == 0)
        print_heading(m);
    made_shape_text(&m->made, text);
    quantity_count(m->made.count, count);
    quantity_time(timing_quantile(times_of(m, MANY_SHAPED), 0.5), time);
    table_cell(&report->rows, "%s", text);
    table_cell(&report->rows, "%s", count);
    table_cell(&report->rows, "%s%s", time, m->verdict == CHECK_AGREES ? "" : " *");
    table_cell(&report->rows, "%.1f %%", 100 * timing_spread(times_of(m, MANY_SHAPED)));
    table_cell(&report->rows, "%.4g", bench_many_gb_per_s(m, MANY_SHAPED));
    table_cell(&report->rows, "%.4g", bench_many_gb_per_s(m, MANY_FLAT));
    table_cell(&report->rows, "%.3f", bench_many_over_flat(m));
    report->undecided = report->undecided || m->verdict != CHECK_AGREES;
    return true;
}

static bool print_rows(const many_report *report)
{
    const table_form form = report->o->markdown ? TABLE_MARKDOWN : TABLE_PLAIN;
    const bool printed = table_print(&report->rows, form, true, stdout);

    puts("\nTimes are medians. GB/s: bytes of elements, offsets or labels, and results. Flat: one "
         "result of all\nelements, in turns with the others. A sample of the results is checked on "
         "the host.");
    if (report->undecided)
        puts("* compared, but not all of the sample can be judged");
    return printed;
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static json_t *shape_part(const made_shape *made)
{
    json_t *extents = json_array(), *steps = json_array(), *axes = json_array();

    for (size_t k = 0; k < made->rank; k++) {
        json_array_append_new(extents, document_count(made->extents[k]));
        json_array_append_new(steps, json_integer(made->steps[k]));
        if ((made->reduced >> k & 1) != 0)
            json_array_append_new(axes, document_count(k));
    }
    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:o}", "kind", made->name, "drawn",
                     made->drawn, "extents", extents, "steps", steps, "axes", axes, "length",
                     document_count(made->length), "results", document_count(made->count));
}

static json_t *plan_part(const bench_many *m, size_t plan)
{
    return json_pack("{s:s, s:o, s:o, s:o}", "method", m->plans[plan].method, "runs",
                     document_count(times_of(m, plan)->count), "seconds",
                     bench_report_seconds(times_of(m, plan)), "gb_per_s",
                     document_real(bench_many_gb_per_s(m, plan)));
}

static bool keep_json(many_report *report, const bench_many *m)
{
    const clr_result *first = &layout_of(m)->results[0];
    json_t *part =
        json_pack("{s:s, s:o, s:o, s:o, s:s, s:s, s:s, s:s, s:o}", "op", m->task.names, "shape",
                  shape_part(&m->made), "input", bench_report_input(&m->task, m->input.copy_count),
                  "device", document_device(clr_context_device(m->task.context)), "result_type",
                  clr_type_name(first->type), "strategy", layout_of(m)->info.strategy, "accuracy",
                  clr_accuracy_name(first->accuracy), "accumulator", first->accumulator, "sizes",
                  bench_report_sizes(&layout_of(m)->info));

    json_object_set_new(part, "bytes", document_count(bench_shape_bytes(&m->on_device)));
    json_object_set_new(part, "shaped", plan_part(m, MANY_SHAPED));
    json_object_set_new(part, "flat", plan_part(m, MANY_FLAT));
    json_object_set_new(part, "speed_over_flat", document_real(bench_many_over_flat(m)));
    json_object_set_new(part, "check", json_string(check_of(m)));
    json_object_set_new(part, "results_checked", document_count(m->checked));
    return json_array_append_new(report->parts, part) == 0;
}

/* ---- CSV ------------------------------------------------------------------------------------ */

static const char *const csv_heading[] = {
    "device",           "op",        "type",          "data",
    "accuracy",         "shape",     "check",         "count",
    "length",           "results",   "bytes",         "runs",
    "median_s",         "fastest_s", "slowest_s",     "lower_quartile_s",
    "upper_quartile_s", "gb_per_s",  "flat_gb_per_s", "speed_over_flat"};
#define CSV_COLUMNS "lllllllrrrrrrrrrrrrr"

static bool print_csv(many_report *report, const bench_many *m)
{
    char shape[MADE_SHAPE_TEXT_SIZE];
    table t;

    made_shape_text(&m->made, shape);
    const char *const words[] = {clr_context_device(m->task.context)->name,
                                 m->task.names,
                                 clr_type_name(m->task.data.type),
                                 m->task.data.kind->name,
                                 clr_accuracy_name(layout_of(m)->results[0].accuracy),
                                 shape,
                                 check_of(m)};
    const uint64_t counts[] = {m->made.elements, m->made.length, m->made.count,
                               bench_shape_bytes(&m->on_device), times_of(m, MANY_SHAPED)->count};
    table_open(&t, CSV_COLUMNS);
    table_row(&t, csv_heading);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        table_cell(&t, "%s", words[i]);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        table_cell(&t, "%" PRIu64, counts[i]);
    for (size_t i = 0; i < sizeof quantiles / sizeof quantiles[0]; i++)
        table_cell(&t, "%.9g", timing_quantile(times_of(m, MANY_SHAPED), quantiles[i]));
    table_cell(&t, "%.6g", bench_many_gb_per_s(m, MANY_SHAPED));
    table_cell(&t, "%.6g", bench_many_gb_per_s(m, MANY_FLAT));
    table_cell(&t, "%.6g", bench_many_over_flat(m));
    const bool printed = table_print(&t, TABLE_CSV, report->count == 0, stdout);
    table_close(&t);
    return printed;
}

/* ---- The interface -------------------------------------------------------------------------- */

void many_report_open(many_report *report, const options *o)
{
    *report = (many_report){.o = o, .parts = o->json ? json_array() : NULL};
    table_open(&report->rows, "lrrrrrr");
    table_row(&report->rows, heading);
}

bool many_report_add(many_report *report, const bench_many *m)
{
    bool (*add)(many_report *, const bench_many *) = report->o->json  ? keep_json
                                                     : report->o->csv ? print_csv
                                                                      : add_row;
    const bool done = add(report, m);

    report->count++;
    fflush(stdout);
    return done;
}

bool many_report_close(many_report *report)
{
    const options *o = report->o;
    bool printed = true;

    if (report->count != 0 && o->json)
        printed = document_print(report->parts);
    else if (o->json)
        json_decref(report->parts); /* a bench that failed has nothing to say here */
    else if (report->count != 0 && !o->csv)
        printed = print_rows(report);
    table_close(&report->rows);
    return (o->json || output_flush()) && printed;
}
