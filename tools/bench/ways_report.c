/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ways_report - three ways to a result as tables, JSON and CSV, a row a way. See reports.h.
 */
#include "document.h"
#include "kernels.h"
#include "quantity.h"
#include "reports.h"
#include <inttypes.h>
#include <stdio.h>

/* ---- Tables ---------------------------------------------------------------------------------- */

static void print_heading(const bench_ways *w)
{
    const clr_plan_info *info = &w->kernel.layout.info;
    char size[QUANTITY_TEXT_SIZE];

    quantity_bytes(bench_data_size(&w->task.data), size);
    printf("\n%s of %" PRIu64 " %s, %s, %s", w->task.names, w->task.data.count,
           clr_type_name(info->type), w->task.data.kind->name, size);
    bench_report_copies(&w->input);
    printf("\n%s: at most %" PRIu64 " groups of %" PRIu64 " work-items a launch, each item with "
           "%" PRIu64 " load%s of %" PRIu64 " in flight\n",
           info->strategy, info->group_count, info->group_size, info->item_loads,
           info->item_loads == 1 ? "" : "s", info->vector_width);
}

static void add_way(table *t, const bench_ways *w, size_t way)
{
    const timing *times = &w->ways[way].times;

    table_cell(t, "%s", bench_ways_name(way));
    for (size_t i = 0; i < 3; i++)
        bench_report_time_cell(t, timing_quantile(times, (const double[]){0.5, 0, 1}[i]));
    table_cell(t, "%.1f %%", 100 * timing_spread(times));
    table_cell(t, "%zu", times->count);
    table_cell(t, "%.2f", bench_ways_gb_per_s(w, way));
    bench_report_ratio_cell(t, 3, bench_ways_per_loop(w, way));
}

static void print_notes(const bench_ways *w, const char *bullet)
{
    char text[KERNELS_TEXT_SIZE];
    clr_launched kernel;

    for (size_t i = 0; kernels_at(w->kernel.plan, i, &kernel); i++) {
        kernels_text(&kernel, text);
        printf("%slaunched: %s\n", bullet, text);
    }
    for (size_t i = 0; i < w->way_count; i++)
        printf("%s%s: %s\n", bullet, bench_ways_name(i), w->ways[i].method);
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
    const char *gap = report->o->form == OUTPUT_MARKDOWN ? "\n" : "";
    table t;

    if (report->count == 0)
        bench_report_device(clr_context_device(w->task.context));
    print_heading(w);
    fputs(gap, stdout);
    table_open(&t, "lrrrrrrr");
    table_row(&t, heading);
    for (size_t i = 0; i < w->way_count; i++)
        add_way(&t, w, i);
    const bool printed = bench_report_table(report->o, &t);
    fputs(gap, stdout);
    print_notes(w, report->o->form == OUTPUT_MARKDOWN ? "- " : "");
    return printed;
}

/* ---- JSON and CSV ---------------------------------------------------------------------------- */

static json_t *way_part(const bench_ways *w, size_t way)
{
    json_t *part = json_pack("{s:s}", "name", bench_ways_name(way));

    bench_report_add_times(part, &w->ways[way], bench_ways_gb_per_s(w, way));
    json_object_set_new(part, "time_per_plain_loop",
                        bench_report_positive(bench_ways_per_loop(w, way)));
    return part;
}

/* "passed" and the like. */
static const char *check_of(const bench_ways *w)
{
    if (!w->sound)
        return "wrong by design";
    return w->verdict == CHECK_AGREES ? "passed" : "undecided";
}

static json_t *facts_of(const bench_ways *w, double over_first)
{
    const clr_plan_info *info = &w->kernel.layout.info;
    const clr_result *first = &w->kernel.layout.results[0];
    json_t *ways = json_array();

    for (size_t i = 0; i < w->way_count; i++)
        json_array_append_new(ways, way_part(w, i));
    return json_pack(
        "{s:s, s:o, s:o, s:s, s:s, s:s, s:o, s:o, s:o, s:s, s:o, s:o}", "op", w->task.names,
        "input", bench_report_input(&w->task, w->input.copy_count), "device",
        document_device(clr_context_device(w->task.context)), "result_type",
        clr_type_name(first->type), "strategy", info->strategy, "accuracy",
        clr_accuracy_name(first->accuracy), "sizes", bench_report_sizes(info), "measurements", ways,
        "time_over_first_data", bench_report_positive(over_first), "check", check_of(w), "launches",
        document_count(kernels_launches(w->kernel.plan)), "kernels", kernels_part(w->kernel.plan));
}

static const sheet csv = {
    "measurements",
    "device=device.name,op,type=input.type,data=input.data,strategy,name,method,"
    "count=input.count,group_size=sizes.group_size,most_groups=sizes.most_groups,"
    "vector_width=sizes.vector_width,item_loads=sizes.item_loads,launches,runs,*seconds,"
    "gb_per_s,time_per_plain_loop,launched,time_over_first_data"};

bool ways_report(bench_report *report, const bench_ways *w, double over_first)
{
    if (report->count == 0)
        request_note_level(report->o, w->kernel.layout.results, w->kernel.layout.count);
    if (bench_report_is_table(report))
        return bench_report_next(report, print_table(report, w));

    json_t *facts = facts_of(w, over_first);
    char launched[KERNELS_LINE_SIZE];
    kernels_line(w->kernel.plan, launched);
    if (report->o->form == OUTPUT_CSV) { /* JSON has the kernels one by one */
        json_object_set_new(facts, "launched", json_string(launched));
        json_object_set_new(facts, "time_per_plain_loop", document_count(0));
    }
    return bench_report_add(report, facts, &csv);
}
