/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_sizes - the measurements of one size, again and again, and the tables over all sizes. See
 * bench_sizes.h.
 */
#include "bench_sizes.h"
#include "message.h"
#include <stdio.h>
#include <string.h>

static bench_task task_of(const bench_task *task, size_t size)
{
    bench_task part = *task;

    part.data = bench_data_part(&task->data, task->o->sizes[size]);
    return part;
}

static void print_heading(const bench_task *task)
{
    bench_report_device(clr_context_device(task->context));
    printf("%s%s of %s, %s", task->o->form == OUTPUT_MARKDOWN ? "\n" : "", task->names,
           clr_type_name(task->data.type), task->data.kind->name);
}

/* ---- Three ways ------------------------------------------------------------------------------ */

static const struct {
    size_t way;
    const char *name;
    plot_colour colour;
} curves[] = {
    {BENCH_WAY_KERNEL, "device, kernel alone", PLOT_BLUE},
    {BENCH_WAY_HOST, "device with transfer", PLOT_ORANGE},
    {BENCH_WAY_LOOP, "C loop on the CPU", PLOT_GREY},
};

static void keep_ways(bench_speeds *speeds, const bench_ways *w, size_t size)
{
    speeds->column_count = w->way_count; /* the loop is the last, and may be missing */
    for (size_t i = 0; i < w->way_count; i++) {
        bench_column *column = &speeds->columns[i];
        snprintf(column->name, sizeof column->name, "%s", curves[i].name);
        column->colour = curves[i].colour;
        column->cells[size].gb_per_s = bench_ways_gb_per_s(w, curves[i].way);
    }
}

/* Dashes where there is no loop. */
static void add_ways(table *t, const bench_ways *w)
{
    bench_report_count_cell(t, w->task.data.count);
    if (w->way_count > BENCH_WAY_LOOP)
        bench_report_time_cell(t, timed_median(&w->ways[BENCH_WAY_LOOP]));
    else
        table_cell(t, "-");
    for (size_t way = BENCH_WAY_KERNEL; way <= BENCH_WAY_HOST; way++) {
        const double ratio = bench_ways_per_loop(w, way);
        bench_report_time_cell(t, timed_median(&w->ways[way]));
        bench_report_ratio_cell(t, 2, ratio > 0 ? 1 / ratio : 0);
    }
}

static int try_size(const bench_task *task, size_t size, bench_report *report, table *t,
                    bench_speeds *speeds, char strategy[WORDS_STRATEGY_SIZE])
{
    bench_task part = task_of(task, size);
    bench_ways w;
    int code = bench_ways_run(&w, &part);

    if (code == CODE_FINE) {
        keep_ways(speeds, &w, size);
        snprintf(strategy, WORDS_STRATEGY_SIZE, "%s", w.kernel.layout.info.strategy);
        add_ways(t, &w);
        if (!bench_report_is_table(report) && !ways_report(report, &w, 0))
            code = bench_report_fail();
    }
    bench_ways_close(&w);
    return code;
}

static bool print_ways(const bench_task *task, table *t, const char *strategy)
{
    print_heading(task);
    printf(", strategy %s\n\n", strategy);
    const bool printed = bench_report_table(task->o, t);
    printf("\nTimes are medians. C loop: all %d threads, -O3 for this processor and OpenMP. "
           "Kernel: data "
           "on the device.\nWith transfer: from an array in host memory to the result in host "
           "memory. Speed-ups are over the C loop.\n",
           plain_loop_threads());
    return printed;
}

int sizes_ways(const bench_task *task, read_peak *peak, bench_report *report, bench_speeds *speeds)
{
    static const char *const heading[] = {"elements", "C loop",        "kernel",
                                          "speed-up", "with transfer", "speed-up"};
    char strategy[WORDS_STRATEGY_SIZE] = "";
    int code = CODE_FINE;
    table t;

    table_open(&t, "rrrrrr");
    table_row(&t, heading);
    for (size_t i = 0; code == CODE_FINE && i < task->o->size_count; i++) {
        code = try_size(task, i, report, &t, speeds, strategy);
        if (code == CODE_FINE && peak)
            code = read_peak_run(peak);
    }
    if (code == CODE_FINE && bench_report_is_table(report) && !print_ways(task, &t, strategy))
        code = bench_report_fail();
    table_close(&t);
    return code;
}

/* ---- Strategies ------------------------------------------------------------------------------ */

static void keep_ladder(bench_speeds *speeds, const ladder *l, size_t size)
{
    speeds->column_count = l->count;
    for (size_t i = 0; i < l->count; i++) {
        const rung *r = &l->rungs[i];
        const bool is_measured = r->state == RUNG_MEASURED;
        bench_column *column = &speeds->columns[i];
        bench_cell *cell = &column->cells[size];
        char answer[RUNG_ANSWER_SIZE];
        snprintf(column->name, sizeof column->name, "%s", r->name);
        column->colour = bench_plot_colour(&r->strategy);
        cell->gb_per_s = is_measured ? r->gb_per_s : 0;
        cell->is_marked = is_measured && !rung_counts(r);
        rung_answer_text(r, answer);
        snprintf(cell->reason, RUNG_REASON_SIZE, "%s", cell->is_marked ? answer : r->reason);
    }
}

static void add_cell(table *t, const bench_cell *cell)
{
    if (cell->gb_per_s > 0)
        table_cell(t, cell->gb_per_s < 1 ? "%.3g%s" : "%.2f%s", cell->gb_per_s,
                   cell->is_marked ? " *" : "");
    else
        table_cell(t, "-");
}

/* Prints columns first .. end - 1, behind one with the sizes. */
static bool print_columns(const options *o, const bench_speeds *speeds, size_t first, size_t end)
{
    char alignment[WORDS_STRATEGIES_MOST + 2];
    table t;

    memset(alignment, 'r', sizeof alignment);
    alignment[end - first + 1] = '\0';
    table_open(&t, alignment);
    table_cell(&t, "elements");
    for (size_t i = first; i < end; i++)
        table_cell(&t, "%s", speeds->columns[i].name);
    for (size_t size = 0; size < o->size_count; size++) {
        bench_report_count_cell(&t, o->sizes[size]);
        for (size_t i = first; i < end; i++)
            add_cell(&t, &speeds->columns[i].cells[size]);
    }
    return bench_report_table(o, &t);
}

/* As many columns from `first` on as a terminal has room for; Markdown takes all. */
static size_t fitting(const options *o, const bench_speeds *speeds, size_t first)
{
    size_t used = sizeof "16,777,216";
    size_t end = first;

    while (end < speeds->column_count) {
        size_t width = strlen(speeds->columns[end].name);
        used += 2 + (width > 8 ? width : 8);
        if (o->form != OUTPUT_MARKDOWN && used > TABLE_WIDTH && end > first)
            break;
        end++;
    }
    return end;
}

/* Why cells are empty or marked: each reason of a strategy once. */
static void print_reasons(const options *o, const bench_speeds *speeds)
{
    for (size_t i = 0; i < speeds->column_count; i++) {
        const char *before = "";
        for (size_t size = 0; size < o->size_count; size++) {
            const char *reason = speeds->columns[i].cells[size].reason;
            if (reason[0] != '\0' && strcmp(reason, before) != 0)
                printf("%s%s: %s\n", o->form == OUTPUT_MARKDOWN ? "- " : "",
                       speeds->columns[i].name, reason);
            before = reason;
        }
    }
}

static bool print_matrix(const bench_task *task, const read_peak *peak, const bench_speeds *speeds)
{
    bool printed = true;
    size_t end = 0;

    print_heading(task);
    puts(", GB/s by strategy");
    if (task->o->form == OUTPUT_MARKDOWN)
        putchar('\n');
    bench_report_peak(peak);
    while (printed && end < speeds->column_count) {
        size_t first = end;
        end = fitting(task->o, speeds, first);
        putchar('\n');
        printed = print_columns(task->o, speeds, first, end);
    }
    putchar('\n');
    print_reasons(task->o, speeds);
    return printed;
}

/* The verdict is that of ladder_judge(): a wrong answer keeps nothing from being measured. */
static int try_ladder(const bench_task *task, size_t size, read_peak *peak, bench_report *report,
                      bench_speeds *speeds, int *verdict)
{
    bench_task part = task_of(task, size);
    ladder l;
    int code = ladder_run(&l, &part, peak);

    if (code == CODE_FINE) {
        keep_ladder(speeds, &l, size);
        if (!bench_report_is_table(report) && !ladder_report(report, &l))
            code = bench_report_fail();
    }
    if (code == CODE_FINE && *verdict == CODE_FINE)
        *verdict = ladder_judge(&l);
    ladder_close(&l);
    return code;
}

int sizes_strategies(const bench_task *task, read_peak *peak, bench_report *report,
                     bench_speeds *speeds)
{
    int verdict = CODE_FINE;

    for (size_t i = 0; i < task->o->size_count; i++)
        OR_RETURN(try_ladder(task, i, peak, report, speeds, &verdict));
    if (bench_report_is_table(report) && !print_matrix(task, peak, speeds))
        return bench_report_fail();
    return verdict;
}
