/* SPDX-License-Identifier: Apache-2.0 */
/*
 * many_report - many results as one table, JSON and CSV, a row a shape. See reports.h.
 */
#include "document.h"
#include "quantity.h"
#include "reports.h"
#include <stdio.h>

static const record_layout *layout_of(const bench_many *m)
{
    return &m->kernels[MANY_SHAPED].layout;
}

/* ---- Table ----------------------------------------------------------------------------------- */

void many_table_open(many_table *t)
{
    static const char *const heading[] = {"elements of", "results",   "median", "spread",
                                          "GB/s",        "flat GB/s", "x flat"};

    *t = (many_table){0};
    table_open(&t->rows, "lrrrrrr");
    table_row(&t->rows, heading);
}

static void print_heading(const bench_many *m)
{
    bench_report_device(clr_context_device(m->task.context));
    bench_report_task(&m->task, m->task.data.kind);
    bench_report_copies(&m->input);
    printf("; level %s, accumulator %s\n\n", clr_accuracy_name(layout_of(m)->results[0].accuracy),
           layout_of(m)->results[0].accumulator);
}

static void add_row(many_table *t, const bench_many *m)
{
    const timed *shaped = &m->plans[MANY_SHAPED];
    const bool agrees = m->verdict == CHECK_AGREES;
    char text[MADE_SHAPE_TEXT_SIZE], time[QUANTITY_TEXT_SIZE];

    if (t->count++ == 0)
        print_heading(m);
    made_shape_text(&m->made, text);
    quantity_time(timed_median(shaped), time);
    table_cell(&t->rows, "%s", text);
    bench_report_count_cell(&t->rows, m->made.count);
    table_cell(&t->rows, "%s%s", time, agrees ? "" : " *");
    table_cell(&t->rows, "%.1f %%", 100 * timing_spread(&shaped->times));
    table_cell(&t->rows, "%.4g", bench_many_gb_per_s(m, MANY_SHAPED));
    table_cell(&t->rows, "%.4g", bench_many_gb_per_s(m, MANY_FLAT));
    table_cell(&t->rows, "%.3f", bench_many_over_flat(m));
    t->undecided |= !agrees;
}

bool many_table_close(many_table *t, const options *o)
{
    if (t->count == 0) {
        table_close(&t->rows);
        return true;
    }
    const bool printed = bench_report_table(o, &t->rows);
    puts("\nTimes are medians. GB/s: bytes of elements, offsets or labels, and results. Flat: one "
         "result of all\nelements, in turns with the others. A sample of the results is checked on "
         "the host.");
    if (t->undecided)
        puts("* compared, but not all of the sample can be judged");
    return printed;
}

/* ---- JSON and CSV ---------------------------------------------------------------------------- */

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
    json_t *part = json_object();

    bench_report_add_times(part, &m->plans[plan], bench_many_gb_per_s(m, plan));
    return part;
}

static json_t *facts_of(const bench_many *m, double over_first)
{
    const clr_result *first = &layout_of(m)->results[0];

    return json_pack(
        "{s:s, s:o, s:o, s:o, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:s, s:o}", "op",
        m->task.names, "shape", shape_part(&m->made), "input",
        bench_report_input(&m->task, m->input.copy_count), "device",
        document_device(clr_context_device(m->task.context)), "result_type",
        clr_type_name(first->type), "strategy", layout_of(m)->info.strategy, "accuracy",
        clr_accuracy_name(first->accuracy), "accumulator", first->accumulator, "sizes",
        bench_report_sizes(&layout_of(m)->info), "bytes",
        document_count(bench_shape_bytes(&m->on_device)), "shaped", plan_part(m, MANY_SHAPED),
        "flat", plan_part(m, MANY_FLAT), "speed_over_flat", document_real(bench_many_over_flat(m)),
        "time_over_first_data", bench_report_positive(over_first), "check",
        m->verdict == CHECK_AGREES ? "passed" : "undecided", "results_checked",
        document_count(m->checked));
}

static const sheet csv = {
    NULL,
    "device=device.name,op,type=input.type,data=input.data,accuracy,shape=words,check,count,"
    "length=shape.length,results=shape.results,bytes,runs=shaped.runs,*shaped.seconds,"
    "gb_per_s=shaped.gb_per_s,flat_gb_per_s=flat.gb_per_s,speed_over_flat,time_over_first_data"};

bool many_report(bench_report *report, many_table *t, const bench_many *m, double over_first)
{
    char words[MADE_SHAPE_TEXT_SIZE];

    if (bench_report_is_table(report)) {
        add_row(t, m);
        return bench_report_next(report, true);
    }
    json_t *facts = facts_of(m, over_first);
    made_shape_text(&m->made, words);
    if (report->o->form == OUTPUT_CSV) {
        json_object_set_new(facts, "words", json_string(words));
        json_object_set_new(facts, "count", document_count(m->made.elements));
    }
    return bench_report_add(report, facts, &csv);
}
