/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_report - the three forms in which measurements are told, and the lines, cells and members
 * that all kinds of benchmark share. See bench_report.h.
 */
#include "bench_report.h"
#include "document.h"
#include "message.h"
#include "output.h"
#include "quantity.h"
#include <inttypes.h>
#include <stdio.h>

void bench_report_open(bench_report *report, const options *o)
{
    *report = (bench_report){.o = o, .parts = o->form == OUTPUT_JSON ? json_array() : NULL};
}

bool bench_report_is_table(const bench_report *report)
{
    return report->o->form != OUTPUT_JSON && report->o->form != OUTPUT_CSV;
}

bool bench_report_next(bench_report *report, bool printed)
{
    report->count++;
    fflush(stdout);
    return printed;
}

bool bench_report_add(bench_report *report, json_t *facts, const sheet *csv)
{
    if (report->o->form == OUTPUT_JSON)
        return bench_report_next(report, json_array_append_new(report->parts, facts) == 0);
    const bool printed = facts && sheet_print(csv, facts, report->count == 0, stdout);
    json_decref(facts);
    return bench_report_next(report, printed);
}

bool bench_report_close(bench_report *report)
{
    if (report->o->form != OUTPUT_JSON)
        return output_flush();
    /* A bench that failed has nothing to say here. */
    if (json_array_size(report->parts) == 0) {
        json_decref(report->parts);
        return true;
    }
    return document_print(report->parts);
}

int bench_report_fail(void)
{
    return message_fail(CODE_DEVICE, "out of memory for what was measured.");
}

/* ---- Tables ---------------------------------------------------------------------------------- */

bool bench_report_table(const options *o, table *t)
{
    const bool printed =
        table_print(t, o->form == OUTPUT_MARKDOWN ? TABLE_MARKDOWN : TABLE_PLAIN, true, stdout);

    table_close(t);
    return printed;
}

void bench_report_device(const clr_device *device)
{
    printf("%s: %s, driver %s\n", device->platform_name, device->name, device->driver_version);
}

void bench_report_peak(const read_peak *peak)
{
    char method[READ_PEAK_TEXT_SIZE];

    read_peak_method(peak, method);
    printf("memory read peak %.2f GB/s: %s\n", read_peak_gb_per_s(peak), method);
}

void bench_report_task(const bench_task *task, const distribution *kind)
{
    char size[QUANTITY_TEXT_SIZE], count[QUANTITY_TEXT_SIZE];

    quantity_bytes(bench_data_size(&task->data), size);
    quantity_count(task->data.count, count);
    printf("\n%s of %s %s%s%s, %s", task->names, count, clr_type_name(task->data.type),
           kind ? ", " : "", kind ? kind->name : "", size);
}

void bench_report_copies(const bench_input *from)
{
    if (from->copy_count > 1)
        printf(", %u copies in turn", from->copy_count);
}

void bench_report_count_cell(table *t, uint64_t count)
{
    char text[QUANTITY_TEXT_SIZE];

    quantity_count(count, text);
    table_cell(t, "%s", text);
}

void bench_report_time_cell(table *t, double seconds)
{
    char text[QUANTITY_TEXT_SIZE];

    quantity_time(seconds, text);
    table_cell(t, "%s", text);
}

void bench_report_ratio_cell(table *t, int decimals, double ratio)
{
    if (ratio > 0)
        table_cell(t, "%.*f", decimals, ratio);
    else
        table_cell(t, "-");
}

/* ---- JSON ------------------------------------------------------------------------------------ */

json_t *bench_report_seconds(const timing *times)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "median",
                     document_real(timing_quantile(times, 0.5)), "fastest",
                     document_real(timing_quantile(times, 0)), "slowest",
                     document_real(timing_quantile(times, 1)), "lower_quartile",
                     document_real(timing_quantile(times, 0.25)), "upper_quartile",
                     document_real(timing_quantile(times, 0.75)));
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

json_t *bench_report_positive(double number)
{
    return number > 0 ? document_real(number) : json_null();
}

void bench_report_add_times(json_t *part, const timed *t, double gb_per_s)
{
    json_object_set_new(part, "method", json_string(t->method));
    json_object_set_new(part, "runs", document_count(t->times.count));
    json_object_set_new(part, "seconds", bench_report_seconds(&t->times));
    json_object_set_new(part, "gb_per_s", document_real(gb_per_s));
}
