/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kinds_report - the times of shapes on several kinds of data as one table, worst first. A kind's
 * time is held against the shape's on the first kind. See reports.h.
 */
#include "quantity.h"
#include "reports.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A shape measured on a kind of data. */
struct kinds_row {
    const char *kind;
    char shape[MADE_SHAPE_TEXT_SIZE];
    double median, spread, gb_per_s;
    double over_first;
    bool agrees;
};

bool kinds_table_open(kinds_table *t, const bench_report *report, size_t kinds)
{
    *t = (kinds_table){.o = report->o,
                       .replaces = kinds > 1 && bench_report_is_table(report),
                       .rows = calloc(kinds * OPTIONS_SIZES_MOST, sizeof *t->rows)};
    return t->rows != NULL;
}

/* ---- Taking ---------------------------------------------------------------------------------- */

/* The measurement of one kind of data, in a form that ways and many results share. */
typedef struct measured {
    const bench_task *task;
    const bench_input *input;
    const bench_kernel *kernel;
    const timed *times;
    double gb_per_s;
    check_verdict verdict;
} measured;

static void print_heading(const measured *m)
{
    const clr_result *first = &m->kernel->layout.results[0];

    bench_report_device(clr_context_device(m->task->context));
    bench_report_task(m->task, NULL);
    bench_report_copies(m->input);
    printf("; level %s, accumulator %s\n\n", clr_accuracy_name(first->accuracy),
           first->accumulator);
    fflush(stdout);
}

static const kinds_row *first_of_shape(const kinds_table *t, const char *shape)
{
    const kinds_row *row = t->rows;

    while (strcmp(row->shape, shape) != 0)
        row++;
    return row;
}

/* Fills in the next row, whose shape is there. */
static double take(kinds_table *t, const measured *m)
{
    kinds_row *row = &t->rows[t->count];

    if (t->count++ == 0 && t->replaces)
        print_heading(m);
    row->kind = m->task->data.kind->name;
    row->median = timed_median(m->times);
    row->spread = timing_spread(&m->times->times);
    row->gb_per_s = m->gb_per_s;
    row->agrees = m->verdict == CHECK_AGREES;
    row->over_first = row->median / first_of_shape(t, row->shape)->median;
    return row->over_first;
}

double kinds_take_ways(kinds_table *t, const bench_ways *w)
{
    const measured m = {&w->task,
                        &w->input,
                        &w->kernel,
                        &w->ways[BENCH_WAY_KERNEL],
                        bench_ways_gb_per_s(w, BENCH_WAY_KERNEL),
                        w->verdict};

    snprintf(t->rows[t->count].shape, MADE_SHAPE_TEXT_SIZE, "all");
    return take(t, &m);
}

double kinds_take_many(kinds_table *t, const bench_many *many)
{
    const measured m = {&many->task,
                        &many->input,
                        &many->kernels[MANY_SHAPED],
                        &many->plans[MANY_SHAPED],
                        bench_many_gb_per_s(many, MANY_SHAPED),
                        many->verdict};

    made_shape_text(&many->made, t->rows[t->count].shape);
    return take(t, &m);
}

/* ---- The table ------------------------------------------------------------------------------- */

static int by_ratio(const void *a, const void *b)
{
    const double x = ((const kinds_row *)a)->over_first, y = ((const kinds_row *)b)->over_first;

    return (x < y) - (x > y);
}

static void add_row(table *to, const kinds_row *row)
{
    char time[QUANTITY_TEXT_SIZE];

    quantity_time(row->median, time);
    table_cell(to, "%s", row->kind);
    table_cell(to, "%s", row->shape);
    table_cell(to, "%s%s", time, row->agrees ? "" : " *");
    table_cell(to, "%.1f %%", 100 * row->spread);
    table_cell(to, "%.4g", row->gb_per_s);
    table_cell(to, "%.2f", row->over_first);
}

static bool print_rows(kinds_table *t)
{
    const char *first = t->rows[0].kind;
    char over[32];
    const char *const heading[] = {"data", "elements of", "median", "spread", "GB/s", over};
    bool agree = true;
    table to;

    snprintf(over, sizeof over, "over %s", first);
    table_open(&to, "llrrrr");
    table_row(&to, heading);
    qsort(t->rows, t->count, sizeof *t->rows, by_ratio);
    for (size_t i = 0; i < t->count; i++) {
        add_row(&to, &t->rows[i]);
        agree = agree && t->rows[i].agrees;
    }
    const bool printed = bench_report_table(t->o, &to);
    printf("\nTimes are medians, of kernels on data that are on the device; over %s: as a multiple "
           "of\n"
           "the time on %s data. Results are checked on the host, of many results a sample.\n",
           first, first);
    if (!agree)
        puts("* compared, but not all of the results can be judged");
    return printed;
}

bool kinds_table_close(kinds_table *t)
{
    const bool printed = t->count == 0 || !t->replaces || print_rows(t);

    free(t->rows);
    return printed;
}
