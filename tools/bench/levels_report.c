/* SPDX-License-Identifier: Apache-2.0 */
/*
 * levels_report - accuracy levels as tables, JSON and CSV: of a table a row is a kind of data, of
 * CSV a level on it. See reports.h.
 */
#include "document.h"
#include "reports.h"
#include <stdio.h>

/* The level that others are compared with has no ratio of its own. */
static bool has_ratio(const level *of)
{
    return of->accuracy != CLR_ACCURACY_FAST;
}

static const char *name_of(const level *of)
{
    return clr_accuracy_name(of->accuracy);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static void print_heading(const levels *l)
{
    bench_report_task(&l->task, NULL);
    bench_report_copies(&l->input);
    puts("\n");
}

/* Columns of a level: time, speed and, but for fast, the ratio. */
static void open_columns(table *t, const levels *l, char alignment[3 * LEVELS_MOST + 2])
{
    size_t columns = 0;

    alignment[columns++] = 'l';
    for (size_t i = 0; i < LEVELS_MOST; i++)
        for (int column = 0; l->levels[i].runs && column < 2 + has_ratio(&l->levels[i]); column++)
            alignment[columns++] = 'r';
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
    const double gb_per_s = levels_gb_per_s(l, row, column);

    table_cell(t, "%.2f us%s", timed_median(&cell->timed) * 1e6,
               cell->answer == RUNG_RIGHT ? "" : " *");
    table_cell(t, gb_per_s < 1 ? "%.3g" : "%.1f", gb_per_s);
    if (has_ratio(&l->levels[column]))
        bench_report_ratio_cell(t, 3, levels_over_fast(l, row, column));
}

static void add_row(table *t, const levels *l, size_t row)
{
    table_cell(t, "%s", l->rows[row].kind->name);
    for (size_t i = 0; i < LEVELS_MOST; i++)
        if (l->levels[i].runs)
            add_cell(t, l, row, i);
}

/* The strategy and accumulator of each level, or why it was not measured. */
static bool print_levels(const levels *l)
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
    return bench_report_table(l->task.o, &t);
}

static void print_notes(const levels *l)
{
    puts(
        "\nTimes are medians, from the end of the run before; x fast: speed as a multiple of level "
        "fast's.\nResults are checked on the host: those of level exact to the bit, others by "
        "their bound.");
    for (size_t row = 0; row < l->row_count; row++)
        for (size_t i = 0; i < LEVELS_MOST; i++)
            if (l->rows[row].cells[i].answer != RUNG_RIGHT)
                printf("* %s, level %s: %s\n", l->rows[row].kind->name, name_of(&l->levels[i]),
                       rung_answer_name(l->rows[row].cells[i].answer));
    putchar('\n');
}

static bool print_table(const bench_report *report, const levels *l)
{
    char alignment[3 * LEVELS_MOST + 2];
    table t;

    if (report->count == 0)
        bench_report_device(clr_context_device(l->task.context));
    print_heading(l);
    open_columns(&t, l, alignment);
    for (size_t row = 0; row < l->row_count; row++)
        add_row(&t, l, row);
    const bool printed = bench_report_table(report->o, &t);
    print_notes(l);
    return print_levels(l) && printed;
}

/* ---- JSON and CSV ---------------------------------------------------------------------------- */

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
    json_t *part = json_pack("{s:s}", "level", name_of(&l->levels[column]));

    bench_report_add_times(part, &cell->timed, levels_gb_per_s(l, row, column));
    json_object_set_new(part, "speed_over_fast",
                        bench_report_positive(levels_over_fast(l, row, column)));
    json_object_set_new(part, "answer", json_string(rung_answer_name(cell->answer)));
    return part;
}

static json_t *row_part(const levels *l, size_t row)
{
    json_t *cells = json_array();

    for (size_t i = 0; i < LEVELS_MOST; i++)
        if (l->levels[i].runs)
            json_array_append_new(cells, cell_part(l, row, i));
    return json_pack("{s:s, s:o}", "data", l->rows[row].kind->name, "measurements", cells);
}

static json_t *facts_of(const levels *l)
{
    json_t *plans = json_array(), *rows = json_array();
    json_t *of_input = bench_report_input(&l->task, l->input.copy_count);

    json_object_del(of_input, "data"); /* each row has data of its own */
    for (size_t i = 0; i < LEVELS_MOST; i++)
        json_array_append_new(plans, level_part(&l->levels[i]));
    for (size_t row = 0; row < l->row_count; row++)
        json_array_append_new(rows, row_part(l, row));
    return json_pack("{s:s, s:o, s:o, s:o, s:o}", "op", l->task.names, "input", of_input, "device",
                     document_device(clr_context_device(l->task.context)), "levels", plans, "rows",
                     rows);
}

static const sheet csv = {
    "cells", "device=device.name,op,type=input.type,data,level,strategy=plan.strategy,"
             "accumulator=plan.accumulator,method,answer,count=input.count,runs,*seconds,gb_per_s,"
             "speed_over_fast"};

/* The levels that were measured on each kind of data, as one list. */
static json_t *list_cells(const levels *l)
{
    json_t *cells = json_array();

    for (size_t row = 0; row < l->row_count; row++)
        for (size_t i = 0; i < LEVELS_MOST; i++) {
            if (!l->levels[i].runs)
                continue;
            json_t *cell = cell_part(l, row, i);
            json_object_set_new(cell, "data", json_string(l->rows[row].kind->name));
            json_object_set_new(cell, "plan", level_part(&l->levels[i]));
            json_array_append_new(cells, cell);
        }
    return cells;
}

bool levels_report(bench_report *report, const levels *l)
{

    if (bench_report_is_table(report))
        return bench_report_next(report, print_table(report, l));

    json_t *facts = facts_of(l);
    if (report->o->form == OUTPUT_CSV)
        json_object_set_new(facts, "cells", list_cells(l));
    return bench_report_add(report, facts, &csv);
}
