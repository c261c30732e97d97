/* SPDX-License-Identifier: Apache-2.0 */
/*
 * recording - one run of a strategy that logged what its kernels did. See recording.h.
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS /* clCreateCommandQueue, for OpenCL 1.x */
#include "recording.h"
#include "command_request.h"
#include "hush.h"
#include "message.h"
#include "session.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

_Static_assert(OPTIONS_BANKS_MOST <= TRACE_BANKS_MOST, "all banks asked for can be counted");

#define DEFAULT_GROUP_SIZE  128
#define DEFAULT_GROUP_COUNT 2

/* Of many results so many are told, while their line is not wider than that. */
#define SHOWN_MOST  8
#define SHOWN_WIDTH (RECORDING_RESULT_SIZE - RECORD_TEXT_SIZE - 64)

/* Loops of a work-item that a lesson needs to see: it adds more than it could in one go. */
#define DEFAULT_LOOPS 4

/* Whether its groups are as many as the device keeps busy, however small the input. */
static bool has_busy_groups(const char *strategy)
{
    clr_strategy_info info = {.size = sizeof info};

    return clr_strategy_describe(strategy, &info) == CLR_OK &&
           (strcmp(info.load, "stride") == 0 || strcmp(info.load, "tile") == 0) &&
           strcmp(info.finish, "result") != 0;
}

/* Small groups, and few of them: the whole of a run is to be seen. */
static clr_plan_options small_plan(const options *o, const char *strategy)
{
    clr_plan_options plan = o->plan;

    plan.strategy = strategy;
    plan.trace = 1;
    plan.shape = made_shape_is_asked(o) ? CLR_SHAPE_AXES : CLR_SHAPE_FLAT;
    if (plan.group_size == 0)
        plan.group_size = DEFAULT_GROUP_SIZE;
    if (plan.group_count == 0 && has_busy_groups(strategy))
        plan.group_count = DEFAULT_GROUP_COUNT;
    return plan;
}

int recording_open(recording *r, const options *o, clr_context *context, const char *strategy,
                   clr_type type)
{
    const clr_plan_options plan = small_plan(o, strategy);

    *r = (recording){.strategy.size = sizeof r->strategy,
                     .type = type,
                     .reduction = request_reduction(o, o->explain.op, type)};
    const int code = recording_rows_open(&r->rows, o);
    if (code != CODE_FINE)
        return code;
    if (hush_plan_create(context, &r->reduction, 1, &plan, &r->plan) != CLR_OK)
        return session_fail(o, context, type);
    record_describe(&r->layout, r->plan, CLR_TYPE_DEFAULT);
    clr_strategy_describe(r->layout.info.strategy, &r->strategy);
    return CODE_FINE;
}

void recording_close(recording *r)
{
    trace_destroy(r->steps);
    recording_rows_close(&r->rows);
    clr_plan_destroy(r->plan);
    *r = (recording){0};
}

/* Elements that an item of the plan takes, in strategies whose launches fit the input. */
static uint64_t elements_of_item(const recording *r)
{
    static const struct {
        const char *load;
        uint64_t loads; /* 0: the plan's, of vectors */
        uint64_t loops;
    } rows[] = {{"one", 1, 1}, {"pair", 2, 1}, {"unroll", 0, 1}, {"stride", 0, DEFAULT_LOOPS}};
    uint64_t wide = r->layout.info.item_loads * r->layout.info.vector_width;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(r->strategy.load, rows[i].load) == 0)
            return (rows[i].loads == 0 ? wide : rows[i].loads) * rows[i].loops;
    }
    return wide;
}

uint64_t recording_default_count(const recording *r)
{
    if (r->rows.stored != 0)
        return r->rows.stored;
    return DEFAULT_GROUP_COUNT * r->layout.info.group_size * elements_of_item(r);
}

/* ---- Running ------------------------------------------------------------------------------------
 */

static int fail_opencl(const char *call, cl_int code)
{
    return message_fail(CODE_DEVICE, "%s() failed with the OpenCL error %d while recording.", call,
                        (int)code);
}

static cl_command_queue make_queue(clr_context *context, cl_int *code)
{
    const clr_device *device = clr_context_device(context);
    cl_context opencl = clr_context_opencl(context);

    if (device->opencl_version != CLR_UNKNOWN && device->opencl_version >= 200)
        return clCreateCommandQueueWithProperties(opencl, device->device, NULL, code);
    return clCreateCommandQueue(opencl, device->device, 0, code);
}

static int run_plan(recording *r, const options *o, clr_context *context, clr_run *run)
{
    clr_status status = CLR_OK;
    cl_int error = CL_SUCCESS;

    if (r->rows.stored != 0) {
        error = recording_rows_run(&r->rows, r->plan, &r->layout, clr_context_opencl(context), run,
                                   &status);
    } else {
        run->host = r->record;
        status = clr_plan_run(r->plan, run);
    }
    if (status != CLR_OK)
        return session_fail(o, context, r->type);
    return error == CL_SUCCESS ? CODE_FINE : fail_opencl("making or reading the results", error);
}

static int reduce(recording *r, const options *o, clr_context *context, const void *elements)
{
    size_t size = r->count * clr_type_size(r->type);
    void *from = (void *)(uintptr_t)elements; /* copied from, not written to */
    cl_mem buffer = NULL;
    cl_int error;
    int code = CODE_FINE;
    cl_command_queue queue = make_queue(context, &error);

    if (queue == NULL)
        return fail_opencl("clCreateCommandQueue", error);
    buffer = clCreateBuffer(clr_context_opencl(context), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                            size, from, &error);
    clr_run run = {.size = sizeof run, .queue = queue, .inputs = {{buffer, 0, r->count}}};
    clr_operator_info op = clr_operator_info_defaults();

    clr_operator_describe(r->reduction.op, &op);
    for (uint64_t i = 1; i < op.inputs; i++) /* the same numbers again */
        run.inputs[i] = run.inputs[0];
    if (buffer == NULL)
        code = fail_opencl("clCreateBuffer", error);
    else
        code = run_plan(r, o, context, &run);
    error = clFinish(queue);
    if (code == CODE_FINE && error != CL_SUCCESS)
        code = fail_opencl("clFinish", error);
    if (buffer != NULL)
        clReleaseMemObject(buffer);
    clReleaseCommandQueue(queue);
    return code;
}

static void judge(recording *r, const void *elements)
{
    const check_claim claim =
        check_claim_of(&r->layout.results[0], r->record, clr_plan_depth(r->plan, r->count));
    const void *const inputs[] = {elements, elements};
    check host;

    if (r->rows.stored != 0) {
        r->verdict =
            recording_rows_judge(&r->rows, r->plan, &r->layout, &r->reduction, elements, r->check);
        return;
    }
    check_start(&host, &r->reduction);
    check_add(&host, inputs, r->count);
    r->verdict = check_judge(&host, &claim, r->check);
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

/* States that items take from others' cells, and no barrier ends the step before. */
static uint64_t unmet_takes(const trace *t)
{
    uint64_t takes = 0;

    for (size_t g = 0; g < t->group_count; g++) {
        const trace_group *group = &t->groups[g];
        for (size_t s = 1; s < group->step_count; s++) {
            if (!trace_step_has(&group->steps[s - 1], CLR_TRACE_BARRIER))
                takes += takes_of(&group->steps[s]);
        }
    }
    return takes;
}

/* Of strategies that are wrong by design: where states get lost. */
static void tell_loss(recording *r)
{
    const trace *t = r->steps;
    const uint64_t unmet = unmet_takes(t);

    if (unmet != 0)
        snprintf(r->sentence, sizeof r->sentence,
                 "Worse than any cost: %" PRIu64 " states are taken from others' cells with no "
                 "barrier behind their writing, and may be what was there before. The steps are "
                 "drawn as if items kept step.",
                 unmet);
    else if (t->overwritten != 0)
        snprintf(r->sentence, sizeof r->sentence,
                 "Worse than any cost: of %" PRIu64 " states that items leave, %" PRIu64
                 " are overwritten before anybody reads them.",
                 t->left, t->overwritten);
    else
        snprintf(r->sentence, sizeof r->sentence,
                 "Worse than any cost: %" PRIu64
                 " additions go to one cell unguarded, and what comes between an item's reading "
                 "and its writing is lost.",
                 t->counts.atomics);
}

static int analyse(recording *r, const options *o, clr_context *context)
{
    const trace_machine machine = {.wave = (uint32_t)o->explain.wave,
                                   .banks = (uint32_t)o->explain.banks,
                                   .group_size = (uint32_t)r->layout.info.group_size,
                                   .element_size = (uint32_t)clr_type_size(r->type)};
    const clr_trace_event *events = NULL;
    size_t count = 0;

    if (clr_plan_trace(r->plan, &events, &count) != CLR_OK)
        return session_fail(o, context, r->type);
    r->steps = trace_create(events, count, &machine);
    if (r->steps == NULL)
        return message_fail(CODE_DEVICE, "out of memory for a log of %zu events.", count);
    r->loss = trace_verdict(r->steps, r->sentence);
    if (!r->strategy.is_sound)
        tell_loss(r);
    return CODE_FINE;
}

int recording_run(recording *r, const options *o, clr_context *context, const void *elements,
                  uint64_t count)
{
    r->count = count;
    int code = reduce(r, o, context, elements);
    if (code != CODE_FINE)
        return code;
    judge(r, elements);
    return analyse(r, o, context);
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
                    clr_type_name(r->type), shape, r->rows.made.count,
                    r->rows.made.count == 1 ? "" : "s");
    for (; shown < r->rows.made.count && shown < SHOWN_MOST && used < SHOWN_WIDTH; shown++) {
        recording_rows_record(&r->rows, result, shown, record);
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
    char value[RECORD_TEXT_SIZE];
    size_t used;

    if (r->rows.stored != 0) {
        rows_text(r, text);
    } else {
        record_text(&r->layout.results[0], r->record, value, sizeof value);
        snprintf(text, RECORDING_RESULT_SIZE, "%s of %" PRIu64 " %s: %s",
                 clr_operator_name(r->reduction.op), r->count, clr_type_name(r->type), value);
    }
    used = strlen(text);
    if (r->verdict == CHECK_AGREES || r->verdict == CHECK_DIFFERS)
        snprintf(text + used, RECORDING_RESULT_SIZE - used, ", which %s %s",
                 are_many ? "are" : "is", verdicts[r->verdict]);
    else
        snprintf(text + used, RECORDING_RESULT_SIZE - used, ", %s", others[r->verdict]);
}
