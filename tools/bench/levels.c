/* SPDX-License-Identifier: Apache-2.0 */
/*
 * levels - the plan of each level, a race of them on each kind of data, and the judging of their
 * results. See levels.h.
 */
#include "levels.h"
#include "hush.h"
#include "message.h"
#include "plain_loop.h"
#include "progress.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define SHORTEST_NS UINT64_C(300000000)

static const clr_accuracy accuracies[LEVELS_MOST] = {CLR_ACCURACY_EXACT, CLR_ACCURACY_REPRODUCIBLE,
                                                     CLR_ACCURACY_FAST, CLR_ACCURACY_RELAXED};

/* The level that other levels are compared with; a level with the same plan is left out. */
#define FAST 2

/* ---- Getting ready --------------------------------------------------------------------------- */

/* The request's reductions, at a level of their own. */
static void ask(const levels *l, clr_accuracy accuracy,
                clr_reduction reductions[CLR_REDUCTIONS_MOST])
{
    const request *asked = l->task.request;

    memcpy(reductions, asked->reductions, sizeof asked->reductions);
    for (size_t i = 0; i < asked->count; i++)
        reductions[i].accuracy = accuracy;
}

/* NULL if the device or the operators do not have the level: then the level says why. */
static clr_plan *make_plan(const levels *l, level *of)
{
    const request *asked = l->task.request;
    const clr_plan_options *how = &l->task.o->plan;
    clr_reduction reductions[CLR_REDUCTIONS_MOST];
    clr_plan *plan = NULL;

    ask(l, of->accuracy, reductions);
    if (clr_plan_check(clr_context_device(l->task.context), reductions, asked->count, how,
                       of->reason, sizeof of->reason) == CLR_OK &&
        hush_plan_create(l->task.context, reductions, asked->count, how, &plan) != CLR_OK)
        snprintf(of->reason, sizeof of->reason, "%s", clr_context_error(l->task.context)->message);
    return plan;
}

static bool is_same_plan(const clr_plan *a, const clr_plan *b)
{
    clr_plan_info x = {.size = sizeof x}, y = {.size = sizeof y};

    return clr_plan_describe(a, &x) == CLR_OK && clr_plan_describe(b, &y) == CLR_OK &&
           strcmp(x.source, y.source) == 0 && strcmp(x.build_options, y.build_options) == 0 &&
           x.group_size == y.group_size && x.group_count == y.group_count;
}

/* A level whose plan is that of level fast would only measure the same plan again. */
static bool is_fast(const levels *l, size_t index, const clr_plan *plan)
{
    const level *fast = &l->levels[FAST];

    return index != FAST && fast->runs && is_same_plan(plan, fast->kernel.plan);
}

static int open_level(levels *l, size_t index)
{
    level *of = &l->levels[index];

    of->accuracy = accuracies[index];
    clr_plan *plan = make_plan(l, of);
    if (!plan)
        return CODE_FINE;
    if (is_fast(l, index, plan)) {
        snprintf(of->reason, sizeof of->reason, "its kernels are those of level fast");
        clr_plan_destroy(plan);
        return CODE_FINE;
    }
    of->runs = true;
    return bench_kernel_open(&of->kernel, l->task.o, &l->input, plan);
}

static int open_levels(levels *l)
{
    OR_RETURN(bench_input_open(&l->input, l->task.context, &l->task.data, false));
    OR_RETURN(open_level(l, FAST));
    for (size_t i = 0; i < LEVELS_MOST; i++) {
        if (i != FAST)
            OR_RETURN(open_level(l, i));
    }
    return CODE_FINE;
}

/* ---- Results --------------------------------------------------------------------------------- */

static bool is_same(const level *of, const void *a, const void *b)
{
    for (size_t i = 0; i < of->kernel.layout.count; i++) {
        if (!record_same(&of->kernel.layout.results[i], a, b))
            return false;
    }
    return true;
}

static void judge(const level *of, level_cell *cell, const check answers[], uint64_t count,
                  const void *record)
{
    uint64_t depth = clr_plan_depth(of->kernel.plan, count);
    char sentence[CHECK_SENTENCE_SIZE];

    if (!words_is_sound(of->kernel.layout.info.strategy)) {
        cell->answer = RUNG_WRONG_BY_DESIGN;
        return;
    }
    for (size_t i = 0; i < of->kernel.layout.count; i++) {
        check_claim claim = check_claim_of(&of->kernel.layout.results[i], record, depth);
        rung_take(&cell->answer, cell->reason, check_judge(&answers[i], &claim, sentence),
                  sentence);
    }
}

/* A repeatable level gives the bits of its first run each time; other bits are judged anew. */
static void take_record(const level *of, level_cell *cell, const check answers[], uint64_t count,
                        const void *record)
{
    bool is_first = cell->timed.times.count == 0;

    if (!is_first && is_same(of, record, cell->record))
        return;
    if (!is_first && of->kernel.layout.results[0].accuracy != CLR_ACCURACY_RELAXED)
        rung_take(&cell->answer, cell->reason, CHECK_DIFFERS, "its bits change from run to run");
    judge(of, cell, answers, count, record);
    if (is_first)
        memcpy(cell->record, record, sizeof cell->record);
}

/* ---- Measuring ------------------------------------------------------------------------------- */

/* A row's race: its levels on one kind of data. */
typedef struct row_race {
    levels *levels;
    level_row *row;
    const check *answers;
} row_race;

static int measure_once(void *user, size_t i, double *seconds)
{
    const row_race *on = user;
    level *of = &on->levels->levels[i];
    unsigned char record[RECORD_SIZE_MOST] = {0};

    OR_RETURN(bench_kernel_run(&of->kernel, seconds, record));
    take_record(of, &on->row->cells[i], on->answers, on->levels->task.data.count, record);
    return CODE_FINE;
}

static int measure_row(levels *l, level_row *row, const check answers[])
{
    row_race on = {l, row, answers};
    race r = {.count = LEVELS_MOST,
              .repeat = l->task.o->repeat,
              .shortest_ns = SHORTEST_NS,
              .user = &on,
              .run = measure_once};
    for (size_t i = 0; i < LEVELS_MOST; i++) {
        r.at[i] = &row->cells[i].timed;
        r.at[i]->runs = l->levels[i].runs;
        if (!l->levels[i].runs)
            continue;
        OR_RETURN(bench_kernel_warm(&l->levels[i].kernel, true));
        bench_kernel_method(&l->levels[i].kernel, r.at[i]->method);
    }
    return race_run(&r);
}

/* Data, answers, then the device; threads that went on spinning would be in a CPU device's way. */
static int try_kind(levels *l, const distribution *kind)
{
    level_row *row = &l->rows[l->row_count];
    check answers[CLR_REDUCTIONS_MOST];

    progress_tell(l->row_count, kind->name);
    bench_data_fill(&l->task.data, kind);
    bench_data_answer(&l->task.data, l->task.request, answers);
    plain_loop_rest();
    int code = l->row_count == 0 ? open_levels(l) : bench_input_write(&l->input, &l->task.data);
    row->kind = kind;
    l->row_count++;
    return code != CODE_FINE ? code : measure_row(l, row, answers);
}

/* ---- The interface --------------------------------------------------------------------------- */

int levels_run(levels *l, const bench_task *task, const distribution *const kinds[], size_t count)
{
    int code = CODE_FINE;

    memset(l, 0, sizeof *l);
    l->task = *task;
    progress_start(count);
    for (size_t i = 0; code == CODE_FINE && i < count; i++)
        code = try_kind(l, kinds[i]);
    progress_end();
    return code;
}

void levels_close(levels *l)
{
    for (size_t i = 0; i < LEVELS_MOST; i++) {
        bench_kernel_close(&l->levels[i].kernel);
        for (size_t row = 0; row < l->row_count; row++)
            timing_free(&l->rows[row].cells[i].timed.times);
    }
    bench_input_close(&l->input);
}

double levels_gb_per_s(const levels *l, size_t row, size_t column)
{
    return timed_gb_per_s(&l->rows[row].cells[column].timed, bench_data_size(&l->task.data));
}

double levels_over_fast(const levels *l, size_t row, size_t column)
{
    const double median = timed_median(&l->rows[row].cells[column].timed);

    return median > 0 ? timed_median(&l->rows[row].cells[FAST].timed) / median : 0;
}

int levels_judge(const levels *l)
{
    int code = CODE_FINE;

    for (size_t row = 0; row < l->row_count; row++) {
        for (size_t i = 0; i < LEVELS_MOST; i++) {
            if (l->rows[row].cells[i].answer == RUNG_WRONG)
                code = message_fail(CODE_CHECK, "a result of level %s on %s data is wrong: %s.",
                                    clr_accuracy_name(l->levels[i].accuracy),
                                    l->rows[row].kind->name, l->rows[row].cells[i].reason);
        }
    }
    return code;
}
