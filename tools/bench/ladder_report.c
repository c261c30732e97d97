/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ladder_report - ladders as tables, JSON and CSV. See ladder_report.h.
 */
#include "ladder_report.h"
#include "bench_report.h"
#include "document.h"
#include "kernels.h"
#include "output.h"
#include "quantity.h"
#include "table.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define RUNS_ENOUGH 20   /* to say that bits are stable without saying how many were seen */
#define NOISE       0.03 /* by which the peak itself may be off */

static const clr_device *device_of(const ladder *l)
{
    return clr_context_device(l->task.context);
}

/* ---- Table ------------------------------------------------------------------------------------
 */

void ladder_report_peak(const read_peak *peak)
{
    char method[READ_PEAK_TEXT_SIZE];

    read_peak_method(peak, method);
    printf("memory read peak %.2f GB/s: %s\n", read_peak_gb_per_s(peak), method);
}

static void print_heading(const ladder *l)
{
    char size[QUANTITY_TEXT_SIZE], count[QUANTITY_TEXT_SIZE];

    quantity_bytes(bench_data_size(&l->task.data), size);
    quantity_count(l->task.data.count, count);
    printf("\n%s of %s %s, %s, %s, result %s", l->task.names, count,
           clr_type_name(l->task.data.type), l->task.data.kind->name, size,
           clr_type_name(ladder_result(l)));
    if (l->input.copy_count > 1)
        printf(", %u copies in turn", l->input.copy_count);
    puts("\n");
}

static void add_speedup(table *t, double speedup)
{
    if (speedup > 0)
        table_cell(t, "%.2f", speedup);
    else
        table_cell(t, "-");
}

static void add_rung(table *t, const rung *r)
{
    char median[QUANTITY_TEXT_SIZE];
    char title[RUNG_TITLE_SIZE], answer[RUNG_ANSWER_SIZE];

    rung_title(r, title);
    table_cell(t, "%s", title);
    if (r->state != RUNG_MEASURED) {
        table_rest(t, r->reason);
        return;
    }
    quantity_time(timing_quantile(&r->times, 0.5), median);
    table_cell(t, "%s", median);
    table_cell(t, "%.1f %%", 100 * timing_spread(&r->times));
    table_cell(t, r->gb_per_s < 1 ? "%.3g" : "%.2f", r->gb_per_s);
    table_cell(t, "%.1f %%", 100 * r->peak_share);
    add_speedup(t, r->over_before);
    add_speedup(t, r->over_first);
    table_cell(t, "%" PRIu64, rung_launches(r));
    rung_answer_text(r, answer);
    table_cell(t, "%s", answer);
    if (r->runs_seen < RUNS_ENOUGH)
        table_cell(t, "%s (%" PRIu64 ")", r->repeats ? "yes" : "no", r->runs_seen);
    else
        table_cell(t, "%s", r->repeats ? "yes" : "no");
}

/* What runs launched, as a table of its own. */
static bool print_launched(const ladder *l, table_form form)
{
    table t;

    table_open(&t, "ll");
    table_cell(&t, "strategy");
    table_cell(&t, "launched, groups x work-items");
    for (size_t i = 0; i < l->count; i++) {
        char title[RUNG_TITLE_SIZE], launched[RUNG_LINE_SIZE];
        if (l->rungs[i].state != RUNG_MEASURED)
            continue;
        rung_title(&l->rungs[i], title);
        rung_line(&l->rungs[i], launched);
        table_cell(&t, "%s", title);
        table_cell(&t, "%s", launched);
    }
    putchar('\n');
    bool printed = table_print(&t, form, true, stdout);
    table_close(&t);
    return printed;
}

/* Whether any strategy was faster than the memory. */
static bool is_cached(const ladder *l)
{
    for (size_t i = 0; i < l->count; i++) {
        if (l->rungs[i].state == RUNG_MEASURED && l->rungs[i].peak_share > 1 + NOISE)
            return true;
    }
    return false;
}

static void print_notes(const ladder *l)
{
    puts("\nTimes are medians, from the end of the run before; spread is the distance of the "
         "quartiles.\nx before, x first: speed over the strategy before and over the first one, of "
         "those that are not wrong.\nStable: the same bits in 20 runs, or in as many as it says.");
    if (is_cached(l))
        puts("More than 100 % of the memory's peak: caches held some of the data.");
}

static bool print_table(const ladder_report *report, const ladder *l)
{
    static const char *const heading[] = {"strategy", "median",  "spread",   "GB/s",   "of peak",
                                          "x before", "x first", "launches", "answer", "stable"};
    const table_form form = report->o->markdown ? TABLE_MARKDOWN : TABLE_PLAIN;
    table t;

    if (report->count == 0)
        bench_report_device(device_of(l));
    if (report->count == 0 && report->o->markdown)
        putchar('\n');
    if (report->count == 0)
        ladder_report_peak(l->peak);
    print_heading(l);
    table_open(&t, "lrrrrrrrll");
    table_row(&t, heading);
    for (size_t i = 0; i < l->count; i++)
        add_rung(&t, &l->rungs[i]);
    bool printed = table_print(&t, form, true, stdout);
    table_close(&t);
    printed = print_launched(l, form) && printed;
    print_notes(l);
    return printed;
}

/* ---- JSON -------------------------------------------------------------------------------------
 */

/* A number above 0, null for none. */
static json_t *positive(double number)
{
    return number > 0 ? document_real(number) : json_null();
}

static json_t *peak_part(const read_peak *peak)
{
    char method[READ_PEAK_TEXT_SIZE];

    read_peak_method(peak, method);
    return json_pack("{s:o, s:s}", "gb_per_s", document_real(read_peak_gb_per_s(peak)), "method",
                     method);
}

static void add_measurements(json_t *part, const rung *r)
{
    json_t *more = json_pack(
        "{s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:s, s:b, s:o}", "came_to",
        r->info.strategy, "method", r->method, "sizes", bench_report_sizes(&r->info), "launches",
        document_count(rung_launches(r)), "kernels", kernels_part(r->plan), "runs",
        document_count(r->times.count), "seconds", bench_report_seconds(&r->times), "gb_per_s",
        document_real(r->gb_per_s), "share_of_peak", document_real(r->peak_share),
        "speedup_over_before", positive(r->over_before), "speedup_over_first",
        positive(r->over_first), "answer", rung_answer_name(r->answer), "stable", r->repeats,
        "runs_compared", document_count(r->runs_seen));

    if (r->answer == RUNG_WRONG_BY_DESIGN)
        json_object_set_new(more, "lost", document_real(r->lost));
    json_object_update(part, more);
    json_decref(more);
}

static json_t *rung_part(const rung *r)
{
    static const char *const asked[] = {"asked_group", "asked_vector", "asked_loads"};
    json_t *part = json_pack("{s:s, s:s, s:s, s:s, s:b, s:s, s:o}", "strategy", r->name, "load",
                             r->strategy.load, "group", r->strategy.group, "finish",
                             r->strategy.finish, "sound", r->strategy.is_sound != 0, "state",
                             rung_state_name(r->state), "reason", document_text(r->reason));

    for (size_t i = 0; i < SWEEP_COUNT; i++)
        if (r->sizes[i] != 0)
            json_object_set_new(part, asked[i], document_count(r->sizes[i]));
    if (r->map_groups != 0)
        json_object_set_new(part, "unfused", json_true());
    if (r->state == RUNG_MEASURED)
        add_measurements(part, r);
    return part;
}

static bool keep_json(const ladder_report *report, const ladder *l)
{
    json_t *rungs = json_array();

    for (size_t i = 0; i < l->count; i++)
        json_array_append_new(rungs, rung_part(&l->rungs[i]));
    json_t *part =
        json_pack("{s:s, s:o, s:o, s:s, s:o, s:o}", "op", l->task.names, "input",
                  bench_report_input(&l->task, l->input.copy_count), "device",
                  document_device(device_of(l)), "result_type", clr_type_name(ladder_result(l)),
                  "read_peak", peak_part(l->peak), "strategies", rungs);
    return json_array_append_new(report->parts, part) == 0;
}

/* ---- CSV --------------------------------------------------------------------------------------
 */

static const struct {
    const char *name;
    bool measured; /* empty unless the strategy was measured */
} csv_columns[] = {
    {"device", false},
    {"op", false},
    {"type", false},
    {"data", false},
    {"count", false},
    {"strategy", false},
    {"load", false},
    {"group", false},
    {"finish", false},
    {"sound", false},
    {"state", false},
    {"reason", false},
    {"came_to", true},
    {"answer", true},
    {"stable", true},
    {"runs_compared", true},
    {"launches", true},
    {"runs", true},
    {"median_s", true},
    {"fastest_s", true},
    {"slowest_s", true},
    {"lower_quartile_s", true},
    {"upper_quartile_s", true},
    {"gb_per_s", true},
    {"read_peak_gb_per_s", true},
    {"share_of_peak", true},
    {"speedup_over_before", true},
    {"speedup_over_first", true},
    {"launched", true},
    {"lost", true},
    {"asked_group", false},
    {"asked_vector", false},
    {"asked_loads", false},
    {"unfused", false},
};

#define CSV_COLUMN_COUNT (sizeof csv_columns / sizeof csv_columns[0])

static void add_csv_speedup(table *t, double speedup)
{
    if (speedup > 0)
        table_cell(t, "%.6g", speedup);
    else
        table_cell(t, "%s", "");
}

static void add_csv_measurements(table *t, const ladder *l, const rung *r)
{
    static const double quantiles[] = {0.5, 0, 1, 0.25, 0.75};
    const uint64_t counts[] = {r->runs_seen, rung_launches(r), r->times.count};
    char launched[RUNG_LINE_SIZE];
    const double numbers[] = {r->gb_per_s, read_peak_gb_per_s(l->peak), r->peak_share};

    table_cell(t, "%s", r->info.strategy);
    table_cell(t, "%s", rung_answer_name(r->answer));
    table_cell(t, "%s", r->repeats ? "yes" : "no");
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        table_cell(t, "%" PRIu64, counts[i]);
    for (size_t i = 0; i < sizeof quantiles / sizeof quantiles[0]; i++)
        table_cell(t, "%.9g", timing_quantile(&r->times, quantiles[i]));
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        table_cell(t, "%.6g", numbers[i]);
    add_csv_speedup(t, r->over_before);
    add_csv_speedup(t, r->over_first);
    rung_line(r, launched);
    table_cell(t, "%s", launched);
    if (r->answer == RUNG_WRONG_BY_DESIGN)
        table_cell(t, "%.6g", r->lost);
    else
        table_cell(t, "%s", "");
}

/* What of lists the rung is, and whether it is a map apart. */
static void add_csv_asked(table *t, const rung *r)
{
    for (size_t i = 0; i < SWEEP_COUNT; i++) {
        if (r->sizes[i] != 0)
            table_cell(t, "%" PRIu64, r->sizes[i]);
        else
            table_cell(t, "%s", "");
    }
    table_cell(t, "%s", r->map_groups != 0 ? "yes" : "no");
}

static void add_csv_rung(table *t, const ladder *l, const rung *r)
{
    table_cell(t, "%s", device_of(l)->name);
    table_cell(t, "%s", l->task.names);
    table_cell(t, "%s", clr_type_name(l->task.data.type));
    table_cell(t, "%s", l->task.data.kind->name);
    table_cell(t, "%" PRIu64, l->task.data.count);
    table_cell(t, "%s", r->name);
    table_cell(t, "%s", r->strategy.load);
    table_cell(t, "%s", r->strategy.group);
    table_cell(t, "%s", r->strategy.finish);
    table_cell(t, "%s", r->strategy.is_sound != 0 ? "yes" : "no");
    table_cell(t, "%s", rung_state_name(r->state));
    table_cell(t, "%s", r->reason);
    if (r->state == RUNG_MEASURED)
        add_csv_measurements(t, l, r);
    for (size_t i = 0; r->state != RUNG_MEASURED && i < CSV_COLUMN_COUNT; i++) {
        if (csv_columns[i].measured)
            table_cell(t, "%s", "");
    }
    add_csv_asked(t, r);
}

static bool print_csv(const ladder_report *report, const ladder *l)
{
    char alignment[CSV_COLUMN_COUNT + 1];
    table t;

    memset(alignment, 'l', CSV_COLUMN_COUNT);
    alignment[CSV_COLUMN_COUNT] = '\0';
    table_open(&t, alignment);
    for (size_t i = 0; i < CSV_COLUMN_COUNT; i++)
        table_cell(&t, "%s", csv_columns[i].name);
    for (size_t i = 0; i < l->count; i++)
        add_csv_rung(&t, l, &l->rungs[i]);
    bool printed = table_print(&t, TABLE_CSV, report->count == 0, stdout);
    table_close(&t);
    return printed;
}

/* ---- The interface ----------------------------------------------------------------------------
 */

void ladder_report_open(ladder_report *report, const options *o)
{
    *report = (ladder_report){.o = o, .parts = o->json ? json_array() : NULL};
}

bool ladder_report_add(ladder_report *report, const ladder *l)
{
    bool (*add)(const ladder_report *, const ladder *) = report->o->json  ? keep_json
                                                         : report->o->csv ? print_csv
                                                                          : print_table;
    bool done = add(report, l);

    report->count++;
    fflush(stdout);
    return done;
}

bool ladder_report_close(ladder_report *report)
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
