/* SPDX-License-Identifier: Apache-2.0 */
/*
 * recording - the plan that logs, its runs until one shows what the strategy teaches, and what is
 * said of that run. See recording.h.
 */
#include "recording.h"
#include "bench_queue.h"
#include "command_request.h"
#include "hush.h"
#include "kernels.h"
#include "message.h"
#include "session.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

_Static_assert(OPTIONS_BANKS_MOST <= TRACE_BANKS_MOST, "all banks asked for can be counted");

#define DEFAULT_GROUP_SIZE  128
#define DEFAULT_GROUP_COUNT 2

/* Of many results SHOWN_MOST are printed at most, and none behind SHOWN_WIDTH characters. */
#define SHOWN_MOST  8
#define SHOWN_WIDTH (RECORDING_RESULT_SIZE - RECORD_TEXT_SIZE - 64)

/* So many runs of a strategy that is wrong by design may be right before its items are held
 * (hold()). */
#define RUNS_MOST 4

/* Rounds of an item's loop over the default input, where the strategy has one: with a single round
 * no item would show that it goes on by a grid stride. */
#define DEFAULT_LOOPS 4

/* Whether the strategy launches as many groups as the device keeps busy, however small the input.
 */
static bool has_busy_groups(const char *strategy)
{
    clr_strategy_info info = {.size = sizeof info};

    return clr_strategy_describe(strategy, &info) == CLR_OK &&
           (strcmp(info.load, "stride") == 0 || strcmp(info.load, "tile") == 0) &&
           strcmp(info.finish, "result") != 0;
}

const char *recording_type_name(clr_type type)
{
    return type == CLR_TYPE_DEFAULT ? "structs" : clr_type_name(type);
}

/* Small groups, and few of them: the whole of a run is to be seen. */
static clr_plan_options small_plan(const options *o, const char *strategy)
{
    clr_plan_options plan = o->plan;

    plan.strategy = strategy;
    plan.shape = made_shape_is_asked(o) ? CLR_SHAPE_AXES : CLR_SHAPE_FLAT;
    if (plan.group_size == 0)
        plan.group_size = DEFAULT_GROUP_SIZE;
    if (plan.group_count == 0 && has_busy_groups(strategy))
        plan.group_count = DEFAULT_GROUP_COUNT;
    return plan;
}

bool recording_can_be(const options *o, clr_context *context, const char *strategy,
                      const clr_reduction *reduction, char reason[RECORDING_REASON_SIZE])
{
    clr_plan_options plan = small_plan(o, strategy);

    plan.trace = 1;
    return clr_plan_check(clr_context_device(context), reduction, 1, &plan, reason,
                          RECORDING_REASON_SIZE) == CLR_OK;
}

/* `logs` is the trace of clr_plan_options. */
static int make_plan(recording *r, const options *o, clr_context *context, int logs)
{
    clr_plan_options plan = small_plan(o, r->asked);

    plan.trace = logs;
    if (hush_plan_create(context, &r->reduction, 1, &plan, &r->plan) != CLR_OK)
        return session_fail(o, context, r->type);
    record_describe(&r->layout, r->plan, o->result);
    clr_strategy_describe(r->layout.info.strategy, &r->strategy);
    if (r->layout.info.result_size <= RECORD_SIZE_MOST)
        return CODE_FINE;
    return message_fail(
        CODE_USAGE, "explain shows results of up to %d bytes, and the operator's have %" PRIu64 ".",
        RECORD_SIZE_MOST, r->layout.info.result_size);
}

int recording_open(recording *r, const options *o, clr_context *context, const char *strategy,
                   const clr_reduction *reduction)
{
    *r = (recording){.asked = strategy,
                     .strategy.size = sizeof r->strategy,
                     .type = reduction->type,
                     .reduction = *reduction};
    OR_RETURN(recording_rows_open(&r->rows, o));
    return make_plan(r, o, context, 1);
}

void recording_close(recording *r)
{
    trace_destroy(r->steps);
    recording_rows_close(&r->rows);
    clr_plan_destroy(r->plan);
    *r = (recording){0};
}

/* Loads whose launches fit the input. */
static const struct fitted {
    const char *load;
    uint64_t elements; /* of an item; 0: as many as other loads take in one go */
} fitted_loads[] = {{"one", 1}, {"pair", 2}, {"unroll", 0}};

static const struct fitted *fitted_load(const recording *r)
{
    for (size_t i = 0; i < sizeof fitted_loads / sizeof fitted_loads[0]; i++)
        if (strcmp(r->strategy.load, fitted_loads[i].load) == 0)
            return &fitted_loads[i];
    return NULL;
}

/* Elements that an item of the plan takes in one go. */
static uint64_t elements_of_item(const recording *r)
{
    const struct fitted *fitted = fitted_load(r);

    if (fitted && fitted->elements != 0)
        return fitted->elements;
    return r->layout.info.item_loads * r->layout.info.vector_width;
}

static uint64_t loops_of_item(const recording *r)
{
    return strcmp(r->strategy.load, "stride") == 0 ? DEFAULT_LOOPS : 1;
}

uint64_t recording_default_count(const recording *r)
{
    if (r->rows.stored != 0)
        return r->rows.stored;
    return DEFAULT_GROUP_COUNT * r->layout.info.group_size * elements_of_item(r) * loops_of_item(r);
}

/* ---- Running --------------------------------------------------------------------------------- */

/* Runs the plan over numbers on the device, which are each of its inputs, and reads its results. */
static int run_plan(recording *r, const options *o, bench_input *from)
{
    recording_rows *rows = &r->rows;
    clr_run run = {.size = sizeof run, .queue = from->queue};
    int code = CODE_FINE;

    for (uint64_t i = 0; i < r->layout.info.inputs; i++)
        run.inputs[i] = (clr_span){from->copies[0][0], rows->made.first, r->count};
    if (rows->stored != 0) {
        bench_shape_close(&rows->on_device);
        code = bench_shape_open(&rows->on_device, &rows->made, from, &r->layout, true);
        bench_shape_ask(&rows->on_device, 0, &run);
    } else {
        run.host = r->record;
    }
    if (code == CODE_FINE && clr_plan_run(r->plan, &run) != CLR_OK)
        return session_fail(o, from->context, r->type);
    if (code == CODE_FINE && rows->stored != 0)
        code = bench_shape_read(&rows->on_device);
    rows->on_device.input = NULL; /* the caller's, who closes it before the results are printed */
    return code == CODE_FINE ? bench_queue_finish(from->queue) : code;
}

static int reduce(recording *r, const options *o, clr_context *context, const void *elements)
{
    const size_t size = r->count * r->layout.info.element_size;
    void *host = (void *)(uintptr_t)elements; /* copied from, not written to */
    bench_input from = {.context = context, .input_count = 1, .copy_count = 1, .count = r->count};
    int code = bench_queue_open(context, &from.queue);

    if (code == CODE_FINE)
        code = bench_queue_buffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, size, host,
                                  &from.copies[0][0]);
    if (code == CODE_FINE)
        code = run_plan(r, o, &from);
    bench_input_close(&from);
    return code;
}

static void judge(recording *r, const void *elements)
{
    const check_claim claim =
        check_claim_of(&r->layout.results[0], r->record, clr_plan_depth(r->plan, r->count));
    const void *const inputs[] = {elements, elements};
    check host;

    if (r->rows.stored != 0) {
        r->verdict = recording_rows_judge(&r->rows, r->plan, &r->reduction, elements, r->check);
        return;
    }
    check_start(&host, &r->reduction);
    check_add(&host, inputs, r->count);
    r->verdict = check_judge(&host, &claim, r->check);
}

/* ---- Sentences ------------------------------------------------------------------------------- */

bool recording_is_lucky(const recording *r)
{
    return !r->strategy.is_sound && r->verdict == CHECK_AGREES;
}

void recording_lesson(const recording *r, char text[RECORDING_LESSON_SIZE])
{
    const trace_counts *counts = &r->steps->counts;
    const bool is_shown = counts->unguarded == 0 || 2 * counts->lost > counts->unguarded;

    snprintf(text, RECORDING_LESSON_SIZE, "%s%s", r->strategy.lesson,
             is_shown ? "" : " (but not in this run)");
}

/* States that the step takes from cells of items other than the taker. */
static uint64_t takes_of(const trace_step *step)
{
    uint64_t takes = 0;

    for (size_t i = 0; i < step->entry_count; i++) {
        const clr_trace_event *event = step->entries[i].event;
        takes += event->kind == CLR_TRACE_GET && event->place != event->item;
    }
    return takes;
}

/* States that items take from cells of other items in a step in front of which no barrier stands.
 */
static uint64_t unmet_takes(const trace *t)
{
    uint64_t takes = 0;

    for (size_t g = 0; g < t->group_count; g++) {
        const trace_group *group = &t->groups[g];
        for (size_t s = 1; s < group->step_count; s++)
            if (!trace_step_has(&group->steps[s - 1], CLR_TRACE_BARRIER))
                takes += takes_of(&group->steps[s]);
    }
    return takes;
}

/* Of strategies that are wrong by design: where states get lost. */
static void tell_loss(recording *r)
{
    const trace_counts *counts = &r->steps->counts;
    char *text = r->sentence;

    if (counts->unguarded == 0 && counts->early == 0)
        snprintf(text, sizeof r->sentence,
                 "Worse than any cost: %" PRIu64 " states are taken from others' cells with no "
                 "barrier behind their writing, and may be what was there before. The steps are "
                 "drawn as if items kept step.",
                 unmet_takes(r->steps));
    else if (counts->unguarded == 0)
        snprintf(text, sizeof r->sentence,
                 "Worse than any cost: at least %" PRIu64 " of %" PRIu64
                 " states are taken from others' "
                 "cells too early: with no barrier behind their writing, what was there before. "
                 "The steps are drawn as if items kept step.",
                 counts->early, unmet_takes(r->steps));
    else if (counts->handed != 0)
        snprintf(text, sizeof r->sentence,
                 "Worse than any cost: of %" PRIu64 " states that items leave, %" PRIu64
                 " are overwritten before anybody reads them.",
                 counts->unguarded, counts->lost);
    else if (counts->lost == 0)
        snprintf(text, sizeof r->sentence,
                 "Worse than any cost: %" PRIu64
                 " additions are unguarded, even if none is lost this time.",
                 counts->unguarded);
    else
        snprintf(text, sizeof r->sentence,
                 "Worse than any cost: %" PRIu64 " of %" PRIu64
                 " unguarded additions are lost, as other items write between an item's reading "
                 "and its writing.",
                 counts->lost, counts->unguarded);
}

/* Whether the log shows that items were held: only unguarded additions are. */
static bool shows_holding(const trace *t)
{
    for (size_t i = 0; i < t->step_count; i++)
        if (trace_step_has(&t->steps[i], CLR_TRACE_READ) &&
            trace_step_has_group_barrier(&t->steps[i]))
            return true;
    return false;
}

/* How often the result was right by luck, and whether items were held then. */
static void note_luck(const recording *r, char note[RECORDING_NOTE_SIZE])
{
    const char *times = r->lucky_runs == 1 ? "run before it was" : "runs before it were";

    if (recording_is_lucky(r))
        snprintf(note, RECORDING_NOTE_SIZE,
                 "This run is right by luck, as %u before it: nothing in the kernel makes it so.",
                 r->lucky_runs);
    else if (shows_holding(r->steps))
        snprintf(
            note, RECORDING_NOTE_SIZE,
            "Drawn is a run in which a barrier holds the items of a group between reading and "
            "writing, as if they ran at once. %u %s right by luck: without it this device lets "
            "an item finish before the next one begins.",
            r->lucky_runs, times);
    else if (r->lucky_runs != 0)
        snprintf(note, RECORDING_NOTE_SIZE, "%u %s right by luck.", r->lucky_runs, times);
}

/* The last steps of a host that adds up states, which no kernel logs. */
static void note_host(const recording *r, char note[RECORDING_NOTE_SIZE])
{
    const uint64_t states = r->steps->counts.handed;

    if (!r->steps->delivers && states != 0)
        snprintf(note, RECORDING_NOTE_SIZE,
                 "The host adds the %" PRIu64 " state%s that %s left: those last steps are no "
                 "kernel's, so they are not drawn.",
                 states, states == 1 ? "" : "s", states == 1 ? "is" : "are");
}

/* Which barriers a wave by itself would not need, or has in place of the group's. */
static void note_barriers(const recording *r, char note[RECORDING_NOTE_SIZE])
{
    const trace_counts *counts = &r->steps->counts;

    if (counts->of_waves != 0)
        snprintf(note, RECORDING_NOTE_SIZE,
                 "Barriers of a whole group (solid lines): %" PRIu64
                 "; of a wave alone (dashed): %" PRIu64 ".",
                 counts->barriers, counts->of_waves);
    else if (counts->apart != 0)
        snprintf(note, RECORDING_NOTE_SIZE,
                 "%" PRIu64 " of the %" PRIu64 " barriers (solid lines) stand between steps of a "
                 "single wave, which a barrier of its own could keep in step (a dashed line): this "
                 "run has none such.",
                 counts->apart, counts->barriers);
}

/* Launches that log nothing, and so are in the count of launches alone. */
static void note_silent(const recording *r, char note[RECORDING_NOTE_SIZE])
{
    const uint64_t silent = r->steps->launches - r->steps->launch_count;

    if (silent != 0)
        snprintf(note, RECORDING_NOTE_SIZE,
                 "%" PRIu64 " of the %" PRIu64 " launches, which makes the one cell ready before "
                 "all others, logs nothing, and is not drawn.",
                 silent, r->steps->launches);
}

/* ---- Looking at the log ---------------------------------------------------------------------- */

static uint64_t first_groups(const trace *t)
{
    uint64_t groups = 0;

    while (groups < t->group_count && t->groups[groups].launch == 0)
        groups++;
    return groups;
}

/* The run that is asked for beside the traced one, which has fewer elements and groups: how many
 * elements, groups, reads and trees it has, by which costs are scaled. */
static trace_scale scale_to(const recording *r, const recording_asked *asked)
{
    const uint64_t elements = elements_of_item(r);
    const uint64_t of_group = elements * r->layout.info.group_size;
    const uint64_t fit = (asked->count + of_group - 1) / of_group;
    const bool is_fit = fitted_load(r) || fit < asked->groups_most;
    const uint64_t groups = is_fit ? fit : asked->groups_most;
    const uint64_t traced = first_groups(r->steps);

    return (trace_scale){.count = asked->count,
                         .groups = groups,
                         .reads = (double)asked->count / (double)(r->count == 0 ? 1 : r->count),
                         .trees = (double)groups / (double)(traced == 0 ? 1 : traced),
                         .units = asked->units,
                         .in_flight = elements * r->layout.info.element_size};
}

static int analyse(recording *r, const options *o, clr_context *context,
                   const recording_asked *asked)
{
    const trace_machine machine = {.wave = (uint32_t)o->explain.wave,
                                   .banks = (uint32_t)o->explain.banks,
                                   .group_size = (uint32_t)r->layout.info.group_size,
                                   .element_size = (uint32_t)r->layout.info.element_size};
    const clr_trace_event *events = NULL;
    size_t count = 0;

    if (clr_plan_trace(r->plan, &events, &count) != CLR_OK)
        return session_fail(o, context, r->type);
    r->steps = trace_create(events, count, &machine);
    if (!r->steps)
        return message_fail(CODE_DEVICE, "out of memory for a log of %zu events.", count);
    r->steps->launches = kernels_launches(r->plan);
    r->scale = scale_to(r, asked);
    r->loss = trace_verdict(r->steps, &r->scale, r->sentence);
    if (!r->strategy.is_sound)
        tell_loss(r);
    note_luck(r, r->notes[0]);
    note_host(r, r->notes[1]);
    note_barriers(r, r->notes[2]);
    note_silent(r, r->notes[3]);
    return CODE_FINE;
}

static int run_and_judge(recording *r, const options *o, clr_context *context, const void *elements)
{
    OR_RETURN(reduce(r, o, context, elements));
    judge(r, elements);
    return CODE_FINE;
}

/* Makes the plan anew as one that holds items: all items of a group read what an unguarded addition
 * changes before one of them writes. */
static int hold(recording *r, const options *o, clr_context *context)
{
    clr_plan_destroy(r->plan);
    r->plan = NULL;
    r->is_held = true;
    return make_plan(r, o, context, 2);
}

/* Runs until a strategy that is wrong by design is wrong, or its items are held by a barrier as if
 * they ran at once: many devices run a group's items one after the other, and are right by luck. */
int recording_run(recording *r, const options *o, clr_context *context, const void *elements,
                  uint64_t count, const recording_asked *asked)
{
    r->count = count;
    OR_RETURN(run_and_judge(r, o, context, elements));
    while (recording_is_lucky(r) && !r->is_held) {
        r->lucky_runs++;
        if (r->lucky_runs == RUNS_MOST)
            OR_RETURN(hold(r, o, context));
        OR_RETURN(run_and_judge(r, o, context, elements));
    }
    return analyse(r, o, context, asked);
}

/* The first results, as far as they fit. */
static void rows_text(const recording *r, char text[RECORDING_RESULT_SIZE])
{
    const clr_result *result = &r->layout.results[0];
    unsigned char record[RECORD_SIZE_MOST];
    char shape[MADE_SHAPE_TEXT_SIZE], value[RECORD_TEXT_SIZE];
    uint64_t shown = 0;
    int used;

    made_shape_text(&r->rows.made, shape);
    used = snprintf(text, RECORDING_RESULT_SIZE,
                    "%s of %s, %s: %" PRIu64 " result%s:", clr_operator_name(r->reduction.op),
                    recording_type_name(r->type), shape, r->rows.made.count,
                    r->rows.made.count == 1 ? "" : "s");
    for (; shown < r->rows.made.count && shown < SHOWN_MOST && used < SHOWN_WIDTH; shown++) {
        bench_shape_record(&r->rows.on_device, shown, record);
        record_text(result, record, value, sizeof value);
        used += snprintf(text + used, RECORDING_RESULT_SIZE - (size_t)used, "%s %s",
                         shown == 0 ? "" : ",", value);
    }
    snprintf(text + used, RECORDING_RESULT_SIZE - (size_t)used, "%s",
             shown < r->rows.made.count ? ", ..." : "");
}

void recording_result(const recording *r, char text[RECORDING_RESULT_SIZE])
{
    static const char *const verdicts[] = {[CHECK_AGREES] = "right", [CHECK_DIFFERS] = "WRONG"};
    static const char *const others[] = {[CHECK_VAGUE] = "of which nothing can be said",
                                         [CHECK_UNDECIDED] = "of which nothing can be said",
                                         [CHECK_UNAVAILABLE] = "which nobody checked"};
    const bool are_many = r->rows.made.count > 1;
    const char *luck = recording_is_lucky(r) ? " by luck" : "";
    char value[RECORD_TEXT_SIZE];
    size_t used;

    if (r->rows.stored != 0) {
        rows_text(r, text);
    } else {
        record_text(&r->layout.results[0], r->record, value, sizeof value);
        snprintf(text, RECORDING_RESULT_SIZE, "%s of %" PRIu64 " %s: %s",
                 clr_operator_name(r->reduction.op), r->count, recording_type_name(r->type), value);
    }
    used = strlen(text);
    if (r->verdict == CHECK_AGREES || r->verdict == CHECK_DIFFERS)
        snprintf(text + used, RECORDING_RESULT_SIZE - used, ", which %s %s%s",
                 are_many ? "are" : "is", verdicts[r->verdict], luck);
    else
        snprintf(text + used, RECORDING_RESULT_SIZE - used, ", %s", others[r->verdict]);
}
