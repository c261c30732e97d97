/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What every trace is like, whatever the strategy: each element is loaded once, nobody reads what
 * was not there before a barrier, the result is the one without tracing; and how traces are had and
 * refused. What single strategies do step by step is test_steps.c's.
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "support.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ELEMENTS = 3000,
    GROUP_SIZE = 16, /* asked for; devices with smaller groups have their own */
    GROUP_COUNT = 3, /* so few that loads which fit their groups to the input need several parts */
    FIRST = 5        /* element of the buffer where inputs begin: no vector does */
};

/* A traced plan with a buffer of numbers; `plain` does the same without a trace. */
struct stage {
    const struct rig *rig;
    clr_plan *plan, *plain;
    cl_mem input;
};

static uint64_t group_size_on(const struct rig *rig)
{
    const uint64_t most = rig->device->max_work_group_size;

    return most < GROUP_SIZE ? most : GROUP_SIZE;
}

/* False if the device cannot have the strategy. */
static bool stage_make(const struct rig *rig, const char *strategy, clr_type type,
                       struct stage *stage)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, type);
    clr_plan_options options = {
        .size = sizeof options,
        .strategy = strategy,
        .group_size = group_size_on(rig),
        .group_count = strcmp(strategy, "one-group") == 0 ? 1 : GROUP_COUNT,
        .vector_width = 4,
    };
    static float numbers[FIRST + ELEMENTS];

    if (clr_plan_check(rig->device, &sum, 1, &options, NULL, 0) != CLR_OK)
        return false;
    for (size_t i = 0; i < COUNT(numbers); i++)
        numbers[i] = (float)((double)(i * 2654435761u % 100003) / 7);
    stage->rig = rig;
    stage->plain = plan_of(rig, CLR_OPERATOR_SUM, type, &options);
    options.trace = 1;
    stage->plan = plan_of(rig, CLR_OPERATOR_SUM, type, &options);
    stage->input = buffer_of(rig, numbers, sizeof numbers); /* as integers they do as well */
    return true;
}

static void stage_destroy(struct stage *stage)
{
    clr_plan_destroy(stage->plan);
    clr_plan_destroy(stage->plain);
    clReleaseMemObject(stage->input);
}

static uint64_t sum_of(const struct stage *stage, clr_plan *plan, uint64_t count)
{
    uint64_t sum = 0;

    run_plan(stage->rig, plan, stage->input, FIRST, count, &sum);
    return sum;
}

/* Does something for every strategy that each device can have: on floats, or on integers where
 * sums of floats need not come out the same twice. */
static void for_all_strategies(void (*check)(const struct stage *stage,
                                             const clr_strategy_info *info))
{
    for (size_t r = 0; r < rig_count(); r++) {
        size_t checked = 0;

        for (size_t s = 1; clr_strategy_name(s); s++) {
            clr_strategy_info info = {.size = sizeof info};
            struct stage stage;

            assert_int_equal(clr_strategy_describe(clr_strategy_name(s), &info), CLR_OK);
            if (!stage_make(rig_at(r), clr_strategy_name(s),
                            info.is_repeatable ? CLR_TYPE_F32 : CLR_TYPE_I32, &stage))
                continue;
            check(&stage, &info);
            stage_destroy(&stage);
            checked++;
        }
        assert_true(checked >= 5);
    }
}

/* ---- what every trace is like ---- */

/* Every element is loaded by one item, once. */
static void check_loads(const struct stage *stage, const char *strategy, uint64_t first,
                        uint64_t count)
{
    unsigned char *loaded = calloc(1, ELEMENTS);
    size_t event_count;
    const clr_trace_event *events = trace_of(stage->rig, stage->plan, &event_count);

    for (size_t i = 0; i < event_count; i++) {
        if (events[i].kind != CLR_TRACE_LOAD)
            continue;
        for (uint64_t at = events[i].place; at < events[i].place + events[i].size / 4; at++)
            if (at < first || at - first >= count || loaded[at - first]++)
                fail_msg("%s: element %" PRIu64 " of %" PRIu64 " is loaded %s", strategy, at, count,
                         at < first || at - first >= count ? "and is none" : "twice");
    }
    for (uint64_t at = 0; at < count; at++)
        if (!loaded[at])
            fail_msg("%s: element %" PRIu64 " of %" PRIu64 " is not loaded", strategy, first + at,
                     count);
    free(loaded);
}

static void check_all_loads(const struct stage *stage, const clr_strategy_info *info)
{
    static const uint64_t counts[] = {0, 1, 3, 64, 191, 192, 193, 1000, ELEMENTS};

    for (size_t i = 0; i < COUNT(counts); i++) {
        sum_of(stage, stage->plan, counts[i]);
        check_loads(stage, info->name, 0, counts[i]);
    }
}

TEST(loads_every_element_once)
{
    for_all_strategies(check_all_loads);
}

/* The last thing that happens is that the result is written; the host does that by itself. */
static void check_delivery(const struct stage *stage, const clr_strategy_info *info)
{
    static const uint64_t counts[] = {0, 1, 1000, ELEMENTS};

    for (size_t i = 0; i < COUNT(counts); i++) {
        const uint64_t sum = sum_of(stage, stage->plan, counts[i]);
        const clr_trace_event *delivery = NULL;
        size_t count, deliveries = 0;
        const clr_trace_event *events = trace_of(stage->rig, stage->plan, &count);

        for (size_t e = 0; e < count; e++)
            if (events[e].kind == CLR_TRACE_DELIVER) {
                delivery = &events[e];
                deliveries++;
            }
        assert_int_equal(deliveries, strcmp(info->finish, "host") != 0);
        if (delivery)
            assert_true(delivery->value == sum);
    }
}

TEST(delivers_the_result_once)
{
    for_all_strategies(check_delivery);
}

/* Looking on changes nothing. */
static void check_bits(const struct stage *stage, const clr_strategy_info *info)
{
    (void)info;
    for (uint64_t count = 1; count <= ELEMENTS; count = count * 5 + 3)
        assert_true(sum_of(stage, stage->plan, count) == sum_of(stage, stage->plain, count));
}

TEST(tracing_changes_no_bit)
{
    for_all_strategies(check_bits);
}

/* ---- who reads what ---- */

/* A cell of local memory, as the log of one group tells: who put what there, before which barrier.
 */
struct cell {
    bool is_set;
    uint32_t item;
    size_t epoch; /* barriers that the item had met */
    uint64_t value;
};

enum { CELLS = 1024 };

/* The event's epoch: how many barriers of its group the item has met before. */
static size_t epoch_of(const clr_trace_event *events, size_t at)
{
    size_t epoch = 0;

    for (size_t i = at; i-- > 0 && events[i].launch == events[at].launch &&
                        events[i].group == events[at].group && events[i].item == events[at].item;)
        epoch += events[i].kind == CLR_TRACE_BARRIER;
    return epoch;
}

/* Notes all that the group puts before barrier number `epoch`; two items never share a cell. */
static void put_epoch(const char *strategy, const clr_trace_event *events, size_t count,
                      size_t epoch, struct cell *cells)
{
    for (size_t i = 0; i < count; i++) {
        struct cell *cell;

        if (events[i].kind != CLR_TRACE_PUT || epoch_of(events, i) != epoch)
            continue;
        assert_true(events[i].place < CELLS);
        cell = &cells[events[i].place];
        if (cell->is_set && cell->epoch == epoch && cell->item != events[i].item)
            fail_msg("%s: items %u and %u put into one cell", strategy, (unsigned)cell->item,
                     (unsigned)events[i].item);
        *cell = (struct cell){true, events[i].item, epoch, events[i].value};
    }
}

/* Whatever is read was put there before the last barrier, or by the reader itself. */
static void get_epoch(const char *strategy, const clr_trace_event *events, size_t count,
                      size_t epoch, const struct cell *before, const struct cell *after)
{
    for (size_t i = 0; i < count; i++) {
        const uint64_t place = events[i].place;

        if (events[i].kind != CLR_TRACE_GET || epoch_of(events, i) != epoch)
            continue;
        assert_true(place < CELLS && before[place].is_set);
        if (after[place].epoch == epoch && after[place].item != events[i].item)
            fail_msg("%s: item %u reads a cell that item %u puts something into", strategy,
                     (unsigned)events[i].item, (unsigned)after[place].item);
        assert_true(before[place].value == events[i].value);
    }
}

static void check_group(const char *strategy, const clr_trace_event *events, size_t count)
{
    static struct cell before[CELLS], after[CELLS];
    size_t last = 0;

    memset(before, 0, sizeof before);
    memset(after, 0, sizeof after);
    for (size_t i = 0; i < count; i++)
        last = epoch_of(events, i) > last ? epoch_of(events, i) : last;
    for (size_t epoch = 0; epoch <= last; epoch++) {
        put_epoch(strategy, events, count, epoch, after);
        get_epoch(strategy, events, count, epoch, before, after);
        memcpy(before, after, sizeof before);
    }
}

static void check_order(const struct stage *stage, const clr_strategy_info *info)
{
    const clr_trace_event *events;
    size_t count, length;

    sum_of(stage, stage->plan, 500);
    events = trace_of(stage->rig, stage->plan, &count);
    for (size_t at = 0; at < count; at += length) {
        for (length = 1; at + length < count && events[at + length].launch == events[at].launch &&
                         events[at + length].group == events[at].group;)
            length++;
        check_group(info->name, events + at, length);
    }
}

TEST(barriers_stand_between_writing_and_reading)
{
    for_all_strategies(check_order);
}

/* ---- how traces are had ---- */

static struct stage any_stage(void)
{
    struct stage stage;

    assert_true(rig_count() > 0);
    assert_true(stage_make(rig_at(0), "grid-stride", CLR_TYPE_I32, &stage));
    return stage;
}

TEST(refuses_what_makes_no_sense)
{
    struct stage stage = any_stage();
    const clr_trace_event *events = NULL;
    size_t count = 77;

    assert_ok(stage.rig, clr_plan_trace(stage.plan, &events, &count));
    assert_int_equal(count, 0); /* nothing has run */
    assert_int_equal(clr_plan_trace(NULL, &events, &count), CLR_ERROR_ARGUMENT);
    assert_error(stage.rig, CLR_ERROR_ARGUMENT, clr_plan_trace(stage.plan, NULL, &count), "NULL");
    assert_error(stage.rig, CLR_ERROR_ARGUMENT, clr_plan_trace(stage.plan, &events, NULL), "NULL");
    assert_error(stage.rig, CLR_ERROR_ARGUMENT, clr_plan_trace(stage.plain, &events, &count),
                 "without clr_plan_options.trace");
    stage_destroy(&stage);
}

/* More than a log holds is said, and spoils neither the result nor the next trace. */
TEST(says_when_logs_overflow)
{
    const clr_plan_options options = {.size = sizeof options,
                                      .strategy = "one-group",
                                      .group_size = 1,
                                      .vector_width = 1,
                                      .trace = 1};
    struct stage stage = any_stage();
    clr_plan *plan = plan_of(stage.rig, CLR_OPERATOR_SUM, CLR_TYPE_I32, &options);
    const clr_trace_event *events;
    size_t count;

    assert_true(sum_of(&stage, plan, ELEMENTS) == sum_of(&stage, stage.plain, ELEMENTS));
    assert_error(stage.rig, CLR_ERROR_UNSUPPORTED, clr_plan_trace(plan, &events, &count),
                 "smaller input");
    assert_true(sum_of(&stage, plan, 900) == sum_of(&stage, stage.plain, 900));
    trace_of(stage.rig, plan, &count);
    assert_in_range(count, 900, 1000);
    clr_plan_destroy(plan);
    stage_destroy(&stage);
}

/* Each call's own trace; elements of a part are numbered through the whole input. */
TEST(traces_parts_one_by_one)
{
    struct stage stage = any_stage();
    const clr_trace_event *events;
    uint64_t result = 0;
    size_t count;

    run_part(stage.rig, stage.plan, stage.input, FIRST, 100, CLR_PART_MORE, NULL);
    check_loads(&stage, "part", 0, 100);
    run_part(stage.rig, stage.plan, stage.input, FIRST + 100, 150, CLR_PART_MORE, NULL);
    check_loads(&stage, "part", 100, 150);
    run_part(stage.rig, stage.plan, NULL, 0, 0, CLR_PART_LAST, &result);
    check_loads(&stage, "result", 0, 0);
    events = trace_of(stage.rig, stage.plan, &count);
    for (size_t i = 0; i < count; i++)
        if (events[i].kind == CLR_TRACE_DELIVER)
            assert_true(events[i].value == result);
    assert_true(result == sum_of(&stage, stage.plain, 250));
    stage_destroy(&stage);
}

/* On a queue that keeps no order, the log is taken when the kernel is through, and is the same. */
TEST(traces_on_queues_without_order)
{
    struct stage stage = any_stage();
    const clr_span input = {stage.input, FIRST, 700};
    cl_int code;
    cl_command_queue queue =
        clCreateCommandQueue(clr_context_opencl(stage.rig->context), stage.rig->device->device,
                             CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code);
    uint64_t result = 0;
    const clr_trace_event *events;
    clr_trace_event *kept;
    size_t count, again;

    if (code != CL_SUCCESS) {
        stage_destroy(&stage);
        return;
    }
    sum_of(&stage, stage.plan, 700);
    events = trace_of(stage.rig, stage.plan, &count);
    kept = malloc(count * sizeof *kept);
    assert_non_null(kept);
    memcpy(kept, events, count * sizeof *kept);
    assert_ok(stage.rig,
              clr_plan_run(stage.plan, RUN(.queue = queue, .inputs = {input}, .host = &result)));
    assert_int_equal(clFinish(queue), CL_SUCCESS);
    events = trace_of(stage.rig, stage.plan, &again);
    assert_int_equal(again, count);
    assert_memory_equal(events, kept, count * sizeof *kept);
    assert_true(result == sum_of(&stage, stage.plain, 700));
    free(kept);
    clReleaseCommandQueue(queue);
    stage_destroy(&stage);
}

/* Plans that are traced have few groups, whatever was asked for: every item has a log. */
TEST(traced_plans_have_few_groups)
{
    const clr_plan_options options = {
        .size = sizeof options, .strategy = "grid-stride", .group_count = 1 << 20, .trace = 1};
    clr_plan_info info = {.size = sizeof info};
    clr_plan *plan;

    assert_true(rig_count() > 0);
    plan = plan_of(rig_at(0), CLR_OPERATOR_SUM, CLR_TYPE_I32, &options);
    assert_int_equal(clr_plan_describe(plan, &info), CLR_OK);
    assert_in_range(info.group_count * info.group_size, 1, 4096);
    clr_plan_destroy(plan);
}
