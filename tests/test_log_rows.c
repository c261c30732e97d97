/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What traces of many results are like, by groups, teams or items alike: every element is loaded
 * by an item that turned to its result before, and by no other that did; every result is delivered
 * once, to its place, with its value.
 */
#include "support.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { GROUP_SIZE = 16, GROUP_COUNT = 8 };

/* An array of whole numbers, element k being 3 k mod 17, and which axes are reduced. */
struct drawn {
    const char *name;
    unsigned rank;
    unsigned reduced;
    uint64_t extents[3];
    bool is_reversed; /* its first axis is walked backwards */
};

static uint64_t elements_of(const struct drawn *drawn)
{
    uint64_t count = 1;

    for (unsigned k = 0; k < drawn->rank; k++)
        count *= drawn->extents[k];
    return count;
}

static uint64_t results_of(const struct drawn *drawn)
{
    uint64_t count = 1;

    for (unsigned k = 0; k < drawn->rank; k++)
        count *= drawn->reduced >> k & 1 ? 1 : drawn->extents[k];
    return count;
}

/* Which result the element in that place of memory belongs to. */
static uint64_t result_at(const struct drawn *drawn, uint64_t place)
{
    uint64_t indices[3], result = 0;

    for (unsigned k = drawn->rank; k-- > 0; place /= drawn->extents[k])
        indices[k] = place % drawn->extents[k];
    if (drawn->is_reversed)
        indices[0] = drawn->extents[0] - 1 - indices[0];
    for (unsigned k = 0; k < drawn->rank; k++)
        if (!(drawn->reduced >> k & 1))
            result = result * drawn->extents[k] + indices[k];
    return result;
}

/* ---- what is true of every trace ---- */

/* Whether the item of event number `at` turned to the result before. */
static bool has_turned(const clr_trace_event *events, size_t at, uint64_t result)
{
    for (size_t i = at; i-- > 0 && events[i].launch == events[at].launch &&
                        events[i].group == events[at].group && events[i].item == events[at].item;)
        if (events[i].kind == CLR_TRACE_TURN && events[i].place <= result &&
            result < events[i].place + events[i].size)
            return true;
    return false;
}

/*
 * Vectors at the end of a line begin among another item's results, which are not looked at, and
 * lanes that have no result take the last one's elements.
 */
static void check_load(const struct drawn *drawn, const clr_trace_event *events, size_t at,
                       uint64_t begin, unsigned char *loaded)
{
    for (uint64_t i = begin; i < begin + events[at].size / 4; i++) {
        const uint64_t result = i < elements_of(drawn) ? result_at(drawn, i) : 0;

        if (i >= elements_of(drawn))
            fail_msg("%s: element %" PRIu64 " is loaded, and is none", drawn->name, i);
        if (has_turned(events, at, result) && loaded[i]++ && result + 1 != results_of(drawn))
            fail_msg("%s: element %" PRIu64 " is loaded twice", drawn->name, i);
    }
}

static void check_loads(const struct drawn *drawn, const clr_trace_event *events, size_t count)
{
    const uint64_t elements = elements_of(drawn);
    const uint64_t first =
        drawn->is_reversed ? elements - elements / drawn->extents[0] : 0; /* all indices 0 */
    unsigned char *loaded = calloc(1, elements);

    assert_non_null(loaded);
    for (size_t i = 0; i < count; i++)
        if (events[i].kind == CLR_TRACE_LOAD)
            check_load(drawn, events, i, (uint32_t)(first + events[i].place), loaded);
    for (uint64_t at = 0; at < elements; at++)
        if (!loaded[at])
            fail_msg("%s: nobody loads element %" PRIu64 " for its result", drawn->name, at);
    free(loaded);
}

static void check_deliveries(const struct drawn *drawn, const clr_trace_event *events, size_t count,
                             const int64_t *sums)
{
    const uint64_t results = results_of(drawn);
    unsigned char *delivered = calloc(1, results);

    assert_non_null(delivered);
    for (size_t i = 0; i < count; i++) {
        if (events[i].kind != CLR_TRACE_DELIVER)
            continue;
        assert_true(events[i].place < results && !delivered[events[i].place]++);
        assert_true((int64_t)events[i].value == sums[events[i].place]);
    }
    for (uint64_t k = 0; k < results; k++)
        assert_true(delivered[k]);
    free(delivered);
}

/* ---- running ---- */

static void make_numbers(const struct drawn *drawn, int32_t *numbers, int64_t *sums)
{
    for (uint64_t i = 0; i < elements_of(drawn); i++) {
        numbers[i] = (int32_t)(3 * i % 17);
        sums[result_at(drawn, i)] += numbers[i];
    }
}

static void run_rows(const struct rig *rig, const struct drawn *drawn, clr_plan *plan,
                     const int32_t *numbers, int64_t *found)
{
    const uint64_t elements = elements_of(drawn), results = results_of(drawn);
    int64_t strides[3], stride = 4;
    clr_axes axes = {.size = sizeof axes,
                     .rank = drawn->rank,
                     .reduced = drawn->reduced,
                     .extents = drawn->extents,
                     .strides = {strides}};
    cl_mem input = buffer_of(rig, numbers, elements * sizeof *numbers);
    cl_mem output = buffer_of(rig, found, results * sizeof *found);
    const clr_arrays arrays = {.size = sizeof arrays, .value = output};
    clr_span span = {input, 0, elements};

    for (unsigned k = drawn->rank; k-- > 0; stride *= (int64_t)drawn->extents[k])
        strides[k] = stride;
    if (drawn->is_reversed) {
        span.first = (drawn->extents[0] - 1) * (uint64_t)strides[0] / 4;
        strides[0] = -strides[0];
    }
    assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {span}, .axes = &axes,
                                          .arrays = &arrays, .array_count = 1)));
    assert_int_equal(clEnqueueReadBuffer(rig->queue, output, CL_TRUE, 0, results * sizeof *found,
                                         found, 0, NULL, NULL),
                     CL_SUCCESS);
    clReleaseMemObject(input);
    clReleaseMemObject(output);
}

static void check_rows(const struct rig *rig, const struct drawn *drawn, clr_plan *plan)
{
    int32_t *numbers = calloc(elements_of(drawn), sizeof *numbers);
    int64_t *sums = calloc(results_of(drawn), sizeof *sums);
    int64_t *found = calloc(results_of(drawn), sizeof *found);
    const clr_trace_event *events;
    size_t count;

    assert_true(numbers && sums && found);
    make_numbers(drawn, numbers, sums);
    run_rows(rig, drawn, plan, numbers, found);
    assert_memory_equal(found, sums, results_of(drawn) * sizeof *sums);
    events = trace_of(rig, plan, &count);
    check_loads(drawn, events, count);
    check_deliveries(drawn, events, count, sums);
    free(numbers);
    free(sums);
    free(found);
}

TEST(logs_of_many_results_are_whole)
{
    static const struct drawn all[] = {
        {"rows", 2, 2, {6, 24}, false},
        {"many short rows", 2, 2, {70, 3}, false},
        {"rows of one", 2, 2, {9, 1}, false},
        {"a long row", 2, 2, {1, 900}, false},
        {"columns", 2, 1, {7, 50}, false},
        {"columns, backwards", 2, 1, {7, 50}, true},
        {"rows, backwards", 2, 2, {7, 13}, true},
        {"around an axis", 3, 5, {3, 4, 5}, false},
        {"nothing reduced", 2, 0, {3, 11}, false},
        {"rows again", 2, 2, {20, 24}, false},
    };

    for (size_t r = 0; r < rig_count(); r++) {
        const struct rig *rig = rig_at(r);
        const uint64_t most = rig->device->max_work_group_size;
        const clr_plan_options options = {.size = sizeof options,
                                          .shape = CLR_SHAPE_AXES,
                                          .group_size = most < GROUP_SIZE ? most : GROUP_SIZE,
                                          .group_count = GROUP_COUNT,
                                          .vector_width = 4,
                                          .trace = 1};
        clr_plan *plan = plan_of(rig, CLR_OPERATOR_SUM, CLR_TYPE_I32, &options);

        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            check_rows(rig, &all[i], plan);
        clr_plan_destroy(plan);
    }
}

/* Of other shapes there is no trace. */
TEST(other_shapes_are_refused)
{
    static const clr_shape shapes[] = {CLR_SHAPE_SEGMENTS, CLR_SHAPE_RUNS, CLR_SHAPE_LABELS};
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);

    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const clr_plan_options options = {.size = sizeof options, .shape = shapes[i], .trace = 1};
        clr_plan *plan = NULL;

        assert_error(rig_at(0), CLR_ERROR_UNSUPPORTED,
                     clr_plan_create(rig_at(0)->context, &sum, 1, &options, &plan), "trace");
    }
}
