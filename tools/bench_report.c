/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_report - a benchmark's rows as table, JSON and CSV. See bench_report.h.
 */
#include "bench_report.h"
#include "document.h"
#include "output.h"
#include "quantity.h"
#include <csv.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static double median(const bench_series *series)
{
    return timing_quantile(&series->times, 0.5);
}

static uint64_t byte_count(const bench_row *row)
{
    return row->count * clr_type_size(row->info->type);
}

static double gigabytes_per_second(const bench_row *row, const bench_series *series)
{
    return (double)byte_count(row) / median(series) * 1e-9;
}

/* The time as a multiple of the plain loop's. */
static double ratio(const bench_row *row, const bench_series *series)
{
    return median(series) / median(&row->series[BENCH_SERIES_COUNT - 1]);
}

/* ---- Table ------------------------------------------------------------------------------------
 */

static void print_heading(const bench_row *row)
{
    const clr_plan_info *info = row->info;
    char size[QUANTITY_TEXT_SIZE];

    quantity_bytes(byte_count(row), size);
    printf("%s of %" PRIu64 " %s, %s", clr_operator_name(info->op), row->count,
           clr_type_name(info->type), size);
    if (row->copies > 1)
        printf(", %u copies in turn", row->copies);
    printf("\n%s: up to %" PRIu64 " groups of %" PRIu64 " work-items, each with %" PRIu64
           " loads of %" PRIu64 " in flight, %" PRIu64 " %s\n",
           info->strategy, info->group_count, info->group_size, info->item_loads,
           info->vector_width, info->launches, info->launches == 1 ? "launch" : "launches");
}

static void print_series(const bench_row *row, const bench_series *series)
{
    const double quantiles[] = {0.5, 0, 1};

    printf("  %-11s", series->name);
    for (size_t i = 0; i < sizeof quantiles / sizeof quantiles[0]; i++) {
        char text[QUANTITY_TEXT_SIZE];
        quantity_time(timing_quantile(&series->times, quantiles[i]), text);
        printf(" %10s", text);
    }
    printf(" %6.1f %% %5zu %8.2f %9.3f\n", 100 * timing_spread(&series->times), series->times.count,
           gigabytes_per_second(row, series), ratio(row, series));
}

static void print_table(const bench_report *report, const bench_row *row)
{
    if (report->row_count == 0)
        printf("%s: %s, driver %s\n", row->device->platform_name, row->device->name,
               row->device->driver_version);
    putchar('\n');
    print_heading(row);
    printf("  %-11s %10s %10s %10s %8s %5s %8s %9s\n", "", "median", "fastest", "slowest", "spread",
           "runs", "GB/s", "time/loop");
    for (size_t i = 0; i < BENCH_SERIES_COUNT; i++)
        print_series(row, &row->series[i]);
    for (size_t i = 0; i < BENCH_SERIES_COUNT; i++)
        printf("  %s: %s\n", row->series[i].name, row->series[i].method);
    printf("  every result %s\n", row->verdict == CHECK_AGREES
                                      ? "checked: within the stated bound"
                                      : "compared, but no bound holds for so many factors");
}

/* ---- JSON -------------------------------------------------------------------------------------
 */

static json_t *seconds_part(const timing *times)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "median",
                     document_real(timing_quantile(times, 0.5)), "fastest",
                     document_real(timing_quantile(times, 0)), "slowest",
                     document_real(timing_quantile(times, 1)), "lower_quartile",
                     document_real(timing_quantile(times, 0.25)), "upper_quartile",
                     document_real(timing_quantile(times, 0.75)));
}

static json_t *series_part(const bench_row *row, const bench_series *series)
{
    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o}", "name", series->name, "method",
                     series->method, "runs", document_count(series->times.count), "seconds",
                     seconds_part(&series->times), "gb_per_s",
                     document_real(gigabytes_per_second(row, series)), "time_per_plain_loop",
                     document_real(ratio(row, series)));
}

static json_t *input_part(const bench_row *row)
{
    return json_pack("{s:s, s:o, s:o, s:o}", "type", clr_type_name(row->info->type), "count",
                     document_count(row->count), "bytes", document_count(byte_count(row)), "copies",
                     document_count(row->copies));
}

static json_t *device_part(const clr_device *device)
{
    return json_pack("{s:o, s:o, s:o}", "platform", document_text(device->platform_name), "name",
                     document_text(device->name), "driver", document_text(device->driver_version));
}

static json_t *sizes_part(const clr_plan_info *info)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "group_size", document_count(info->group_size),
                     "group_count", document_count(info->group_count), "vector_width",
                     document_count(info->vector_width), "item_loads",
                     document_count(info->item_loads), "launches", document_count(info->launches));
}

static json_t *row_part(const bench_row *row)
{
    const clr_plan_info *info = row->info;
    json_t *series = json_array();

    for (size_t i = 0; i < BENCH_SERIES_COUNT; i++)
        json_array_append_new(series, series_part(row, &row->series[i]));
    return json_pack("{s:s, s:o, s:o, s:s, s:s, s:s, s:o, s:o, s:s}", "op",
                     clr_operator_name(info->op), "input", input_part(row), "device",
                     device_part(row->device), "result_type", clr_type_name(info->result),
                     "strategy", info->strategy, "accuracy", clr_accuracy_name(info->accuracy),
                     "sizes", sizes_part(info), "measurements", series, "check",
                     row->verdict == CHECK_AGREES ? "passed" : "undecided");
}

static void keep_json(const bench_report *report, const bench_row *row)
{
    json_array_append_new(report->rows, row_part(row));
}

/* ---- CSV --------------------------------------------------------------------------------------
 */

static void print_field(const char *text)
{
    csv_fwrite(stdout, text, strlen(text));
    putchar(',');
}

static void print_csv_series(const bench_row *row, const bench_series *series)
{
    static const double quantiles[] = {0.5, 0, 1, 0.25, 0.75};
    const clr_plan_info *info = row->info;
    const uint64_t counts[] = {row->count,         info->group_size, info->group_count,
                               info->vector_width, info->item_loads, info->launches,
                               series->times.count};

    print_field(row->device->name);
    print_field(clr_operator_name(info->op));
    print_field(clr_type_name(info->type));
    print_field(info->strategy);
    print_field(series->name);
    print_field(series->method);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        printf("%" PRIu64 ",", counts[i]);
    for (size_t i = 0; i < sizeof quantiles / sizeof quantiles[0]; i++)
        printf("%.9g,", timing_quantile(&series->times, quantiles[i]));
    printf("%.6g,%.6g\n", gigabytes_per_second(row, series), ratio(row, series));
}

static void print_csv(const bench_report *report, const bench_row *row)
{
    if (report->row_count == 0)
        puts("device,op,type,strategy,name,method,count,group_size,group_count,vector_width,"
             "item_loads,launches,runs,median_s,fastest_s,slowest_s,lower_quartile_s,"
             "upper_quartile_s,gb_per_s,time_per_plain_loop");
    for (size_t i = 0; i < BENCH_SERIES_COUNT; i++)
        print_csv_series(row, &row->series[i]);
}

/* ---- The interface ----------------------------------------------------------------------------
 */

void bench_report_open(bench_report *report, const options *o)
{
    *report = (bench_report){.o = o, .rows = o->json ? json_array() : NULL};
}

void bench_report_add(bench_report *report, const bench_row *row)
{
    void (*add)(const bench_report *, const bench_row *) = report->o->json  ? keep_json
                                                           : report->o->csv ? print_csv
                                                                            : print_table;

    add(report, row);
    report->row_count++;
    fflush(stdout);
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
