/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ladder_report - a ladder as tables, JSON and CSV, a row a rung. See reports.h.
 */
#include "document.h"
#include "kernels.h"
#include "reports.h"
#include <inttypes.h>
#include <stdio.h>

#define RUNS_ENOUGH 20   /* to call bits stable without a number: print_notes() tells of it */
#define NOISE       0.03 /* a share of the peak above 1 that is not laid to caches: a choice */

/* ---- Tables ---------------------------------------------------------------------------------- */

static void add_rung(table *t, const rung *r)
{
    char title[RUNG_TITLE_SIZE], answer[RUNG_ANSWER_SIZE];

    rung_title(r, title);
    table_cell(t, "%s", title);
    if (r->state != RUNG_MEASURED) {
        table_rest(t, r->reason);
        return;
    }
    bench_report_time_cell(t, timed_median(&r->timed));
    table_cell(t, "%.1f %%", 100 * timing_spread(&r->timed.times));
    table_cell(t, r->gb_per_s < 1 ? "%.3g" : "%.2f", r->gb_per_s);
    table_cell(t, "%.1f %%", 100 * r->peak_share);
    bench_report_ratio_cell(t, 2, r->over_before);
    bench_report_ratio_cell(t, 2, r->over_first);
    table_cell(t, "%" PRIu64, rung_launches(r));
    rung_answer_text(r, answer);
    table_cell(t, "%s", answer);
    if (r->runs_seen < RUNS_ENOUGH)
        table_cell(t, "%s (%" PRIu64 ")", r->repeats ? "yes" : "no", r->runs_seen);
    else
        table_cell(t, "%s", r->repeats ? "yes" : "no");
}

/* A table of the launches of each strategy. */
static bool print_launched(const ladder *l)
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
    return bench_report_table(l->task.o, &t);
}

/* Whether any strategy was faster than the memory. */
static bool is_cached(const ladder *l)
{
    for (size_t i = 0; i < l->count; i++)
        if (l->rungs[i].state == RUNG_MEASURED && l->rungs[i].peak_share > 1 + NOISE)
            return true;
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

static bool print_table(const bench_report *report, const ladder *l)
{
    static const char *const heading[] = {"strategy", "median",  "spread",   "GB/s",   "of peak",
                                          "x before", "x first", "launches", "answer", "stable"};
    table t;

    if (report->count == 0) {
        bench_report_device(clr_context_device(l->task.context));
        fputs(report->o->form == OUTPUT_MARKDOWN ? "\n" : "", stdout);
        bench_report_peak(l->peak);
    }
    bench_report_task(&l->task, l->task.data.kind);
    printf(", result %s", clr_type_name(ladder_result(l)));
    bench_report_copies(&l->input);
    puts("\n");
    table_open(&t, "lrrrrrrrll");
    table_row(&t, heading);
    for (size_t i = 0; i < l->count; i++)
        add_rung(&t, &l->rungs[i]);
    bool printed = bench_report_table(report->o, &t);
    printed = print_launched(l) && printed;
    print_notes(l);
    return printed;
}

/* ---- JSON and CSV ---------------------------------------------------------------------------- */

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
        r->info.strategy, "method", r->timed.method, "sizes", bench_report_sizes(&r->info),
        "launches", document_count(rung_launches(r)), "kernels", kernels_part(r->plan), "runs",
        document_count(r->timed.times.count), "seconds", bench_report_seconds(&r->timed.times),
        "gb_per_s", document_real(r->gb_per_s), "share_of_peak", document_real(r->peak_share),
        "speedup_over_before", bench_report_positive(r->over_before), "speedup_over_first",
        bench_report_positive(r->over_first), "answer", rung_answer_name(r->answer), "stable",
        r->repeats, "runs_compared", document_count(r->runs_seen));

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

static json_t *facts_of(const ladder *l)
{
    json_t *rungs = json_array();

    for (size_t i = 0; i < l->count; i++)
        json_array_append_new(rungs, rung_part(&l->rungs[i]));
    return json_pack("{s:s, s:o, s:o, s:s, s:o, s:o}", "op", l->task.names, "input",
                     bench_report_input(&l->task, l->input.copy_count), "device",
                     document_device(clr_context_device(l->task.context)), "result_type",
                     clr_type_name(ladder_result(l)), "read_peak", peak_part(l->peak), "strategies",
                     rungs);
}

/* Columns are written as in sheet.h; add_to_row() adds peak_beside, launched and unfused. */
static const sheet csv = {
    "strategies",
    "device=device.name,op,type=input.type,data=input.data,count=input.count,strategy,load,"
    "group,finish,sound,state,reason,came_to,answer,stable,runs_compared,launches,runs,"
    "*seconds,gb_per_s,read_peak_gb_per_s=peak_beside,share_of_peak,speedup_over_before,"
    "speedup_over_first,launched,lost,asked_group,asked_vector,asked_loads,unfused"};

/* Facts that CSV has in each row: the read peak and launched kernels, which JSON has once or in
 * parts, and `unfused`, which JSON has only where it is true. */
static void add_to_row(json_t *row, const ladder *l, const rung *r)
{
    char launched[RUNG_LINE_SIZE];

    json_object_set_new(row, "unfused", json_boolean(r->map_groups != 0));
    if (r->state != RUNG_MEASURED)
        return;
    rung_line(r, launched);
    json_object_set_new(row, "launched", json_string(launched));
    json_object_set_new(row, "peak_beside", document_real(read_peak_gb_per_s(l->peak)));
}

bool ladder_report(bench_report *report, const ladder *l)
{

    if (bench_report_is_table(report))
        return bench_report_next(report, print_table(report, l));

    json_t *facts = facts_of(l), *rows = json_object_get(facts, "strategies");
    for (size_t i = 0; report->o->form == OUTPUT_CSV && i < l->count; i++)
        add_to_row(json_array_get(rows, i), l, &l->rungs[i]);
    return bench_report_add(report, facts, &csv);
}
