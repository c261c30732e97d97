/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_report - a benchmark's three ways as table, JSON and CSV. See bench_report.h.
 */
#include "bench_report.h"
#include "document.h"
#include "kernels.h"
#include "output.h"
#include "quantity.h"
#include "table.h"
#include <inttypes.h>
#include <stdio.h>

static const double quantiles[] = {0.5, 0, 1, 0.25, 0.75};

/* "passed" and the like, as JSON says it. */
static const char *check_of(const bench_ways *w)
{
    if (!w->sound)
        return "wrong by design";
    return w->verdict == CHECK_AGREES ? "passed" : "undecided";
}

/* ---- Table ------------------------------------------------------------------------------------
 */

void bench_report_device(const clr_device *device)
{
    printf("%s: %s, driver %s\n", device->platform_name, device->name, device->driver_version);
}

static void print_heading(const bench_ways *w)
{
    const clr_plan_info *info = &w->kernel.layout.info;
    char size[QUANTITY_TEXT_SIZE];

    quantity_bytes(bench_data_size(&w->task.data), size);
    printf("\n%s of %" PRIu64 " %s, %s, %s", w->task.names, w->task.data.count,
           clr_type_name(info->type), w->task.data.kind->name, size);
    if (w->input.copy_count > 1)
        printf(", %u copies in turn", w->input.copy_count);
    printf("\n%s: at most %" PRIu64 " groups of %" PRIu64 " work-items a launch, each item with "
           "%" PRIu64 " load%s of %" PRIu64 " in flight\n",
           info->strategy, info->group_count, info->group_size, info->item_loads,
           info->item_loads == 1 ? "" : "s", info->vector_width);
}

static void add_way(table *t, const bench_ways *w, size_t way)
{
    const timing *times = &w->ways[way].times;

    table_cell(t, "%s", w->ways[way].name);
    for (size_t i = 0; i < 3; i++) {
        char text[QUANTITY_TEXT_SIZE];
        quantity_time(timing_quantile(times, quantiles[i]), text);
        table_cell(t, "%s", text);
    }
    table_cell(t, "%.1f %%", 100 * timing_spread(times));
    table_cell(t, "%zu", times->count);
    table_cell(t, "%.2f", bench_ways_gb_per_s(w, way));
    if (w->way_count > BENCH_WAY_LOOP)
        table_cell(t, "%.3f", bench_ways_per_loop(w, way));
    else
        table_cell(t, "-");
}

static void print_launched(const bench_ways *w, const char *bullet)
{
    const clr_plan *plan = w->kernel.plan;
    char text[KERNELS_TEXT_SIZE];
    clr_launched kernel;

    for (size_t i = 0; kernels_at(plan, i, &kernel); i++) {
        kernels_text(&kernel, text);
        printf("%slaunched: %s\n", bullet, text);
    }
}

static void print_notes(const bench_ways *w, const char *bullet)
{
    print_launched(w, bullet);
    for (size_t i = 0; i < w->way_count; i++)
        printf("%s%s: %s\n", bullet, w->ways[i].name, w->ways[i].method);
    if (!w->sound)
        printf("%sthe strategy is wrong by design: nothing is checked\n", bullet);
    else
        printf("%severy result %s\n", bullet,
               w->verdict == CHECK_AGREES ? "checked: within the stated bound"
                                          : "compared, but not all of them can be judged");
}

static bool print_table(const bench_report *report, const bench_ways *w)
{
    static const char *const heading[] = {"",       "median", "fastest", "slowest",
                                          "spread", "runs",   "GB/s",    "time/loop"};
    bool markdown = report->o->markdown;
    table t;

    if (report->count == 0)
        bench_report_device(clr_context_device(w->task.context));
    print_heading(w);
    if (markdown)
        putchar('\n');
    table_open(&t, "lrrrrrrr");
    table_row(&t, heading);
    for (size_t i = 0; i < w->way_count; i++)
        add_way(&t, w, i);
    bool printed = table_print(&t, markdown ? TABLE_MARKDOWN : TABLE_PLAIN, true, stdout);
    if (markdown)
        putchar('\n');
    print_notes(w, markdown ? "- " : "");
    table_close(&t);
    return printed;
}

/* ---- JSON -------------------------------------------------------------------------------------
 */

json_t *bench_report_seconds(const timing *times)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "median",
                     document_real(timing_quantile(times, 0.5)), "fastest",
                     document_real(timing_quantile(times, 0)), "slowest",
                     document_real(timing_quantile(times, 1)), "lower_quartile",
                     document_real(timing_quantile(times, 0.25)), "upper_quartile",
                     document_real(timing_quantile(times, 0.75)));
}

static json_t *way_part(const bench_ways *w, size_t way)
{
    const timing *times = &w->ways[way].times;

    return json_pack(
        "{s:s, s:s, s:o, s:o, s:o, s:o}", "name", w->ways[way].name, "method", w->ways[way].method,
        "runs", document_count(times->count), "seconds", bench_report_seconds(times), "gb_per_s",
        document_real(bench_ways_gb_per_s(w, way)), "time_per_plain_loop",
        w->way_count > BENCH_WAY_LOOP ? document_real(bench_ways_per_loop(w, way)) : json_null());
}

json_t *bench_report_input(const bench_task *task, unsigned copies)
{
    return json_pack("{s:s, s:s, s:o, s:o, s:o}", "type", clr_type_name(task->data.type), "data",
                     task->data.kind->name, "count", document_count(task->data.count), "bytes",
                     document_count(bench_data_size(&task->data)), "copies",
                     document_count(copies));
}

json_t *bench_report_sizes(const clr_plan_info *info)
{
    return json_pack("{s:o, s:o, s:o, s:o}", "group_size", document_count(info->group_size),
                     "most_groups", document_count(info->group_count), "vector_width",
                     document_count(info->vector_width), "item_loads",
                     document_count(info->item_loads));
}

static bool keep_json(const bench_report *report, const bench_ways *w)
{
    const clr_plan_info *info = &w->kernel.layout.info;
    const clr_result *first = &w->kernel.layout.results[0];
    json_t *ways = json_array();

    for (size_t i = 0; i < w->way_count; i++)
        json_array_append_new(ways, way_part(w, i));
    json_t *part = json_pack("{s:s, s:o, s:o, s:s, s:s, s:s, s:o, s:o, s:s}", "op", w->task.names,
                             "input", bench_report_input(&w->task, w->input.copy_count), "device",
                             document_device(clr_context_device(w->task.context)), "result_type",
                             clr_type_name(first->type), "strategy", info->strategy, "accuracy",
                             clr_accuracy_name(first->accuracy), "sizes", bench_report_sizes(info),
                             "measurements", ways, "check", check_of(w));

    json_object_set_new(part, "launches", document_count(kernels_launches(w->kernel.plan)));
    json_object_set_new(part, "kernels", kernels_part(w->kernel.plan));
    return json_array_append_new(report->rows, part) == 0;
}

/* ---- CSV --------------------------------------------------------------------------------------
 */

static const char *const csv_heading[] = {"device",
                                          "op",
                                          "type",
                                          "data",
                                          "strategy",
                                          "name",
                                          "method",
                                          "count",
                                          "group_size",
                                          "most_groups",
                                          "vector_width",
                                          "item_loads",
                                          "launches",
                                          "runs",
                                          "median_s",
                                          "fastest_s",
                                          "slowest_s",
                                          "lower_quartile_s",
                                          "upper_quartile_s",
                                          "gb_per_s",
                                          "time_per_plain_loop",
                                          "launched"};
#define CSV_COLUMNS "lllllllrrrrrrrrrrrrrrl"

static void add_csv_way(table *t, const bench_ways *w, size_t way)
{
    const clr_plan_info *info = &w->kernel.layout.info;
    const timing *times = &w->ways[way].times;
    const char *const words[] = {clr_context_device(w->task.context)->name,
                                 w->task.names,
                                 clr_type_name(info->type),
                                 w->task.data.kind->name,
                                 info->strategy,
                                 w->ways[way].name,
                                 w->ways[way].method};
    const uint64_t counts[] = {w->task.data.count, info->group_size,
                               info->group_count,  info->vector_width,
                               info->item_loads,   kernels_launches(w->kernel.plan),
                               times->count};
    char launched[KERNELS_LINE_SIZE];

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        table_cell(t, "%s", words[i]);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        table_cell(t, "%" PRIu64, counts[i]);
    for (size_t i = 0; i < sizeof quantiles / sizeof quantiles[0]; i++)
        table_cell(t, "%.9g", timing_quantile(times, quantiles[i]));
    table_cell(t, "%.6g", bench_ways_gb_per_s(w, way));
    table_cell(t, "%.6g", bench_ways_per_loop(w, way));
    kernels_line(w->kernel.plan, launched);
    table_cell(t, "%s", launched);
}

static bool print_csv(const bench_report *report, const bench_ways *w)
{
    table t;

    table_open(&t, CSV_COLUMNS);
    table_row(&t, csv_heading);
    for (size_t i = 0; i < w->way_count; i++)
        add_csv_way(&t, w, i);
    bool printed = table_print(&t, TABLE_CSV, report->count == 0, stdout);
    table_close(&t);
    return printed;
}

/* ---- The interface ----------------------------------------------------------------------------
 */

void bench_report_open(bench_report *report, const options *o)
{
    *report = (bench_report){.o = o, .rows = o->json ? json_array() : NULL};
}

bool bench_report_add(bench_report *report, const bench_ways *w)
{
    bool (*add)(const bench_report *, const bench_ways *) = report->o->json  ? keep_json
                                                            : report->o->csv ? print_csv
                                                                             : print_table;
    bool done = add(report, w);

    if (report->count == 0)
        request_note_level(report->o, w->kernel.layout.results, w->kernel.layout.count);

    report->count++;
    fflush(stdout);
    return done;
}

bool bench_report_close(bench_report *report)
{
    if (!report->o->json)
        return output_flush();
    /* A bench that failed has nothing to say here. */
    if (json_array_size(report->rows) == 0) {
        json_decref(report->rows);
        return true;
    }
    return document_print(report->rows);
}
