/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tune_task - the reductions of the usual classes of work, and the data for a search. See
 * tune_task.h.
 */
#include "tune_task.h"
#include "clock.h"
#include "message.h"
#include "operator_list.h"
#include "quantity.h"
#include "session.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define DEFAULT_COUNT (UINT64_C(1) << 24)
#define COUNT(array)  (sizeof(array) / sizeof(array)[0])

/* A reduction of each class of work that is common, the most common ones first. */
static const struct {
    clr_operator op;
    clr_type type;
    clr_accuracy accuracy;
} usual[] = {
    {CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_ACCURACY_EXACT},
    {CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_ACCURACY_FAST},
    {CLR_OPERATOR_SUM, CLR_TYPE_F64, CLR_ACCURACY_EXACT},
    {CLR_OPERATOR_SUM, CLR_TYPE_F64, CLR_ACCURACY_FAST},
    {CLR_OPERATOR_SUM, CLR_TYPE_I32, CLR_ACCURACY_DEFAULT},
    {CLR_OPERATOR_MAX, CLR_TYPE_F32, CLR_ACCURACY_DEFAULT},
    {CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_ACCURACY_REPRODUCIBLE},
    {CLR_OPERATOR_SUM, CLR_TYPE_I8, CLR_ACCURACY_DEFAULT},
    {CLR_OPERATOR_LOGSUMEXP, CLR_TYPE_F32, CLR_ACCURACY_FAST},
};

/* Levels of operators that are named without one. */
static const clr_accuracy levels[] = {CLR_ACCURACY_DEFAULT, CLR_ACCURACY_FAST,
                                      CLR_ACCURACY_REPRODUCIBLE};

/* ---- Which ----------------------------------------------------------------------------------- */

static void add(tune_tasks *tasks, clr_operator op, clr_type type, clr_accuracy accuracy)
{
    if (tasks->count < TUNE_TASKS_MOST)
        tasks->at[tasks->count++] = (tune_task){.op = op, .type = type, .accuracy = accuracy};
}

static void add_named(tune_tasks *tasks, const options *o, clr_operator op)
{
    const clr_type type = o->input.type == CLR_TYPE_DEFAULT ? CLR_TYPE_F32 : o->input.type;

    if (o->accuracy != CLR_ACCURACY_DEFAULT)
        add(tasks, op, type, o->accuracy);
    for (size_t i = 0; o->accuracy == CLR_ACCURACY_DEFAULT && i < COUNT(levels); i++)
        add(tasks, op, type, levels[i]);
}

int tune_tasks_read(tune_tasks *tasks, const options *o)
{
    operator_list named = {.at = {CLR_OPERATOR_SUM}, .count = 1};

    if (o->operand_count > 1)
        return message_fail(CODE_USAGE, "tune takes operators as one word: %s,%s", o->operands[0],
                            o->operands[1]);
    if (o->operand_count == 1 && !operator_list_read(&named, o->operands[0]))
        return CODE_USAGE;
    tasks->are_named = o->operand_count == 1 || o->input.type != CLR_TYPE_DEFAULT ||
                       o->accuracy != CLR_ACCURACY_DEFAULT;
    for (size_t i = 0; !tasks->are_named && i < COUNT(usual); i++)
        add(tasks, usual[i].op, usual[i].type, usual[i].accuracy);
    for (size_t i = 0; tasks->are_named && i < named.count; i++)
        add_named(tasks, o, named.at[i]);
    return CODE_FINE;
}

/* ---- Their plans ----------------------------------------------------------------------------- */

static int open_request(request *r, const options *o, const tune_task *task)
{
    int code = request_open(r, o, clr_operator_name(task->op));

    if (code == CODE_FINE)
        code = request_settle(r, task->type);
    r->reductions[0].accuracy = task->accuracy;
    return code;
}

/* Sets the scope of the task's rows and its name, as its plan has them: only a plan knows its class
 * of work. */
static void describe(tune_task *task, const tune_trial *trial)
{
    const record_layout *layout = &trial->kernel.layout;

    snprintf(task->scope.work, sizeof task->scope.work, "%s", layout->info.work);
    task->scope.width = layout->info.element_size;
    snprintf(task->name, sizeof task->name, "%s %s %s", clr_operator_name(layout->results[0].op),
             clr_type_name(layout->info.type), clr_accuracy_name(layout->results[0].accuracy));
}

/* `is_there` becomes false where the device has no such plan, and nobody has asked for it. */
static int prepare(tune_task *task, bool is_named, const options *o, clr_context *context,
                   bool *is_there)
{
    static const tune_sizes none;
    const bench_input bare = {.context = context};
    request r = {0};
    tune_trial trial = {0};
    int code = open_request(&r, o, task);
    const tune_subject subject = {.o = o, .reduction = &r.reductions[0], .input = &bare};

    if (code == CODE_FINE)
        code = tune_trial_open(&trial, &subject, &none);
    *is_there = code == CODE_FINE && !trial.is_refused;
    if (*is_there)
        describe(task, &trial);
    else if (code == CODE_FINE && is_named)
        code = session_fail(o, trial.context, task->type);
    tune_trial_close(&trial);
    request_close(&r);
    return code;
}

/* A class of work and width has one task, the first: rows of a tuning file cannot tell reductions
 * of one class apart. */
static bool is_new(const tune_tasks *tasks, size_t count, const tune_scope *scope)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(tasks->at[i].scope.work, scope->work) == 0 &&
            tasks->at[i].scope.width == scope->width)
            return false;
    return true;
}

int tune_tasks_prepare(tune_tasks *tasks, const options *o, clr_context *context)
{
    size_t kept = 0;
    bool is_there;
    int code = CODE_FINE;

    for (size_t i = 0; code == CODE_FINE && i < tasks->count; i++) {
        tune_task task = tasks->at[i];
        /* Of the levels of an operator that is named without one the first is its own. */
        const bool is_asked = tasks->are_named && (task.accuracy == o->accuracy);

        code = prepare(&task, is_asked, o, context, &is_there);
        if (is_there && is_new(tasks, kept, &task.scope))
            tasks->at[kept++] = task;
    }
    tasks->count = kept;
    return code;
}

/* ---- The search for one ---------------------------------------------------------------------- */

static tune_evidence evidence_of(const tune_task *task, const tune_finding *f, uint64_t count)
{
    tune_evidence e;
    char before[QUANTITY_TEXT_SIZE], after[QUANTITY_TEXT_SIZE];
    const time_t now = time(NULL);
    struct tm day;

    quantity_time(f->before, before);
    quantity_time(f->after, after);
    snprintf(e.figure, sizeof e.figure, "%.48s of %" PRIu64 ": %s", task->name, count, after);
    snprintf(e.gain, sizeof e.gain, "%s without: %.2f times as fast", before,
             f->after > 0 ? f->before / f->after : 1);
    strftime(e.date, sizeof e.date, "%Y-%m-%d", gmtime_r(&now, &day));
    return e;
}

static int search(tune_search *s, const bench_data *data, clr_context *context, bench_input *copies,
                  tune_finding *finding)
{
    static const tune_sizes none;
    int code = bench_input_open(copies, context, data, true);

    if (code == CODE_FINE)
        code = tune_trial_open(&s->own, &s->subject, &none);
    if (code == CODE_FINE)
        code = s->own.is_refused
                   ? session_fail(s->subject.o, s->own.context, s->subject.reduction->type)
                   : tune_search_run(s, finding);
    tune_trial_close(&s->own);
    bench_input_close(copies);
    return code;
}

int tune_task_search(const tune_task *task, const options *o, clr_context *context,
                     const tune_sizes *start, tune_time time, tune_finding *finding)
{
    const uint64_t count = o->input.has_count ? o->input.count : DEFAULT_COUNT;
    request r = {0};
    bench_data data = {0};
    bench_input copies = {0};
    tune_search s = {.start = *start, .time = time, .name = task->name};
    int code = open_request(&r, o, task);

    s.subject = (tune_subject){
        .o = o, .reduction = &r.reductions[0], .input = &copies, .scope = task->scope};
    if (code == CODE_FINE)
        code = bench_data_open(&data, &r, task->type, count, clr_context_device(context));
    if (code == CODE_FINE) {
        bench_data_fill(&data, distribution_for(task->op));
        code = search(&s, &data, context, &copies, finding);
    }
    if (code == CODE_FINE)
        finding->evidence = evidence_of(task, finding, count);
    bench_data_close(&data);
    request_close(&r);
    return code;
}
