/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Equal plans share a design: the second one is made of kernels and scratch memory alone. Plans
 * that differ in anything have designs of their own; a context keeps a bounded number of designs
 * and of programs without a user. What OpenCL objects are made the fault layer counts.
 */
#include "compose/compose.h"
#include "layer/fault_layer.h"
#include "plan/designs.h"
#include "shape/made.h"
#include "support.h"

#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DESIGNS_SPARE = 16, /* without a user, as src/device/context.c says */
    PROGRAMS_SPARE = 32,
    LONG_TEXT = 100000, /* bytes */
    LONG_SPARE = 6,     /* programs of such a text */
    MANY = 200,
    OWN_SIZE = 24 << 10, /* bytes of host memory of a plan, with the driver's objects */
    THREADS = 4,
    ROUNDS = 30,
    ELEMENTS = 1000
};

static const clr_fault_control *layer;
static struct rig *rig;
static const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);

static clr_plan *plan_for(const clr_reduction *reduction, const clr_plan_options *options)
{
    clr_plan *plan = NULL;

    assert_ok(rig, clr_plan_create(rig->context, reduction, 1, options, &plan));
    return plan;
}

static size_t length_of(const clri_lru *lru)
{
    size_t length = 0;

    for (const clri_lru_entry *entry = lru->first; entry; entry = entry->next)
        length++;
    return length;
}

/* ---- threads ---- */

/* Makes and runs plans that other threads make, too, and plans that no other makes. Returns the
 * number of failures. */
static void *make_and_run(void *own)
{
    const uint64_t number = *(const uint64_t *)own;
    float ones[ELEMENTS];
    cl_mem buffer;
    uintptr_t wrong = 0;

    for (size_t i = 0; i < ELEMENTS; i++)
        ones[i] = 1;
    buffer = clCreateBuffer(clr_context_opencl(rig->context), CL_MEM_COPY_HOST_PTR, sizeof ones,
                            ones, NULL);
    for (uint64_t i = 0; i < ROUNDS; i++) {
        const clr_plan_options labels = {.size = sizeof labels,
                                         .shape = CLR_SHAPE_LABELS,
                                         .labels = i % 2 ? i + 1 : ROUNDS * (1 + number) + i};
        clr_plan *flat = NULL, *labelled = NULL;
        float result = 0;

        wrong += clr_plan_create(rig->context, &sum, 1, NULL, &flat) != CLR_OK;
        wrong += clr_plan_create(rig->context, &sum, 1, &labels, &labelled) != CLR_OK;
        wrong += clr_plan_run(flat, RUN(.queue = rig->queue, .inputs = {{buffer, 0, ELEMENTS}},
                                        .host = &result)) != CLR_OK;
        wrong += clFinish(rig->queue) != CL_SUCCESS || result != ELEMENTS;
        clr_plan_destroy(labelled);
        clr_plan_destroy(flat);
    }
    clReleaseMemObject(buffer);
    return (void *)wrong;
}

/* In a context that has made no plan yet. */
TEST(threads_share_designs)
{
    pthread_t threads[THREADS];
    uint64_t numbers[THREADS];

    for (uint64_t i = 0; i < THREADS; i++) {
        numbers[i] = i;
        assert_int_equal(pthread_create(&threads[i], NULL, make_and_run, &numbers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *wrong = rig;

        assert_int_equal(pthread_join(threads[i], &wrong), 0);
        assert_null(wrong);
    }
    assert_true(length_of(&rig->context->designs) <= DESIGNS_SPARE);
}

/* ---- the second plan ---- */

static void expect_no_program_made(void)
{
    static const clr_fault_call calls[] = {CLR_CALL_clCreateProgramWithSource,
                                           CLR_CALL_clCreateProgramWithBinary,
                                           CLR_CALL_clBuildProgram, CLR_CALL_clCreateCommandQueue,
                                           CLR_CALL_clCreateCommandQueueWithProperties};

    for (size_t i = 0; i < COUNT(calls); i++)
        if (clr_fault_called(layer, calls[i]))
            fail_msg("the second plan calls %s", layer->call_name(calls[i]));
}

/* Makes a second plan while the context has no program to be found: whoever composed a text and
 * asked for its program would build it. */
static clr_plan *second_plan(const clr_plan_options *options)
{
    clri_lru *built = &rig->context->programs.built;
    clri_lru_entry *all = built->first;
    clr_plan *plan;

    built->first = NULL;
    layer->clear_counts();
    plan = plan_for(&sum, options);
    expect_no_program_made();
    assert_null(built->first);
    built->first = all;
    return plan;
}

static size_t memory_in_use(void)
{
    const struct mallinfo2 info = mallinfo2();

    return info.uordblks + info.hblkhd;
}

/* Without shapes whose scratch memory PoCL has among the plan's own. Other drivers' objects of a
 * plan take more than the plan does. */
static void expect_small(const clr_plan_options *options)
{
    const bool is_pocl = strstr(rig->device->platform_name, "Portable Computing Language");
    const size_t before = memory_in_use();
    clr_plan *plan = second_plan(options);
    const size_t after = memory_in_use();

    if (is_pocl && after > before + OWN_SIZE)
        fail_msg("a second plan of shape %d takes %zu bytes", (int)options->shape, after - before);
    clr_plan_destroy(plan);
}

TEST(equal_plans_share_a_design)
{
    static const clr_shape shapes[] = {CLR_SHAPE_FLAT,   CLR_SHAPE_AXES, CLR_SHAPE_SEGMENTS,
                                       CLR_SHAPE_LABELS, CLR_SHAPE_RUNS, CLR_SHAPE_AXIS_LABELS};

    for (size_t i = 0; i < COUNT(shapes); i++) {
        const clr_plan_options options = {.size = sizeof options, .shape = shapes[i]};
        clr_plan *first = plan_for(&sum, &options);
        clr_plan *second = second_plan(&options);

        assert_ptr_equal(first->design, second->design);
        assert_int_equal(first->cells != NULL, second->cells != NULL);
        assert_int_equal(first->stage.buffers_size, second->stage.buffers_size);
        assert_int_equal(first->items.stage.buffers_size, second->items.stage.buffers_size);
        assert_int_equal(first->front.stage.buffers_size, second->front.stage.buffers_size);
        clr_plan_destroy(first);
        if (shapes[i] != CLR_SHAPE_RUNS && shapes[i] != CLR_SHAPE_AXIS_LABELS)
            expect_small(&options);
        clr_plan_destroy(second);
    }
}

/* A run that a typical one does not stand for takes the plan to the design of all ways. */
TEST(typical_runs_have_designs)
{
    static const uint64_t long_rows[] = {2, 1 << 20}, short_rows[] = {1 << 20, 2};
    const clr_axes axes = {.size = sizeof axes, .rank = 2, .reduced = 2, .extents = short_rows};
    const clr_axes other = {.size = sizeof other, .rank = 2, .reduced = 2, .extents = long_rows};
    const clr_run like = {.size = sizeof like, .axes = &axes};
    const clr_plan_options all = {.size = sizeof all, .shape = CLR_SHAPE_AXES};
    const clr_plan_options some = {.size = sizeof some, .shape = CLR_SHAPE_AXES, .like = &like};
    float *numbers = calloc(2 << 20, sizeof *numbers);
    cl_mem buffer = buffer_of(rig, numbers, (2 << 20) * sizeof *numbers);
    const clr_arrays arrays = {.size = sizeof arrays, .value = buffer_untouched(rig, 8 << 20)};
    clr_plan *plan = plan_for(&sum, &some);
    clr_plan *equal = second_plan(&some);
    clr_plan *plain = plan_for(&sum, &all);
    clr_plan_info info = {.size = sizeof info};
    char *told;

    assert_ptr_equal(plan->design, equal->design);
    assert_true(plan->ways != CLRI_WAYS_ALL && plan->design != plain->design);
    assert_int_equal(clr_plan_describe(plan, &info), CLR_OK);
    told = strdup(info.source);
    assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{buffer, 0, 0}},
                                          .arrays = &arrays, .array_count = 1, .axes = &other)));
    clFinish(rig->queue);
    assert_true(plan->ways == CLRI_WAYS_ALL && plan->design == plain->design);
    clr_plan_destroy(equal);
    assert_string_equal(info.source, told); /* which lives with the plan */
    free(told);
    clr_plan_destroy(plan);
    clr_plan_destroy(plain);
    clReleaseMemObject(arrays.value);
    clReleaseMemObject(buffer);
    free(numbers);
}

/* ---- plans that differ ---- */

static const clr_plan_options none = {.size = sizeof none};

static void expect_another_key(const char *key, const clr_reduction *reduction,
                               const clr_plan_options *options, const char *what)
{
    char *other = clri_design_key(reduction, 1, options);

    assert_non_null(other);
    if (strcmp(key, other) == 0)
        fail_msg("a plan of another %s has the same design", what);
    free(other);
}

TEST(any_option_makes_a_difference)
{
    char *key = clri_design_key(&sum, 1, &none);

#define EXPECT(member, value)                                                                      \
    expect_another_key(key, &sum, &(clr_plan_options){.size = sizeof none, .member = (value)},     \
                       #member)
    EXPECT(strategy, "tree");
    EXPECT(group_size, 64);
    EXPECT(group_count, 64);
    EXPECT(vector_width, 4);
    EXPECT(item_loads, 4);
    EXPECT(local, CLR_LOCAL_DYNAMIC);
    EXPECT(unsound, 1);
    EXPECT(trace, 1);
    EXPECT(shape, CLR_SHAPE_AXES);
    EXPECT(labels, 10);
    EXPECT(runs, 10);
    EXPECT(index, CLR_TYPE_U32);
    EXPECT(indices_inside, 1);
    EXPECT(device_count, 1);
    EXPECT(mask, CLR_MASK_BITS);
    EXPECT(label_elements, 10);
    EXPECT(atomics, CLR_ATOMICS_SWAP);
#undef EXPECT
    for (uint32_t ways = 0; ways < CLRI_WAYS_ALL; ways++) {
        char *other = clri_design_key_for(key, ways);

        assert_string_not_equal(other, key);
        free(other);
    }
    free(key);
}

TEST(any_member_of_a_reduction_makes_a_difference)
{
    char *key = clri_design_key(&sum, 1, &none);

#define EXPECT(member, value)                                                                      \
    do {                                                                                           \
        clr_reduction other = sum;                                                                 \
        other.member = (value);                                                                    \
        expect_another_key(key, &other, &none, #member);                                           \
    } while (0)
    EXPECT(op, CLR_OPERATOR_MAX);
    EXPECT(type, CLR_TYPE_F64);
    EXPECT(result, CLR_TYPE_F64);
    EXPECT(accuracy, CLR_ACCURACY_EXACT);
    EXPECT(nan, CLR_NAN_IGNORE);
    EXPECT(overflow, CLR_OVERFLOW_DETECT);
    EXPECT(ddof, 1);
    EXPECT(map, "x + 1");
    EXPECT(where, "x > 1");
    EXPECT(custom, (&(clr_custom){.size = sizeof(clr_custom), .source = "", .name = ""}));
#undef EXPECT
    free(key);
}

/* ---- bounds ---- */

TEST(many_designs_do_not_stay)
{
    clr_plan_options options = {.size = sizeof options, .shape = CLR_SHAPE_LABELS, .labels = 1};
    clr_plan *used = plan_for(&sum, &options);
    const size_t in_use = 1;

    for (uint64_t i = 0; i < MANY; i++) {
        options.labels = 2 + i;
        clr_plan_destroy(plan_for(&sum, &options));
    }
    assert_true(length_of(&rig->context->designs) <= DESIGNS_SPARE + in_use);
    options.labels = 1 + MANY; /* the latest */
    clr_plan_destroy(second_plan(&options));
    options.labels = 1;
    clr_plan_destroy(second_plan(&options));
    clr_plan_destroy(used);
}

/* Of programs with long texts fewer stay than of short ones: those of some MiB, by an estimate. */
TEST(few_large_programs_stay)
{
    clri_programs *programs = &rig->context->programs;
    char *text = malloc(LONG_TEXT + 1);
    clri_error error = {0};
    clr_fault_counts before, after;

    assert_non_null(text);
    memset(text, ' ', LONG_TEXT);
    text[LONG_TEXT] = '\0';
    layer->count(&before);
    for (int i = 0; i < 2 * LONG_SPARE; i++) {
        clri_program *program = NULL;
        const int written =
            snprintf(text, LONG_TEXT, "__kernel void leave(__global int *at) { *at = %d; }", i);

        text[written] = ' ';
        assert_int_equal(clri_program_get(programs, text, "", &program, &error), CLR_OK);
        clri_program_release(programs, program);
    }
    layer->count(&after);
    assert_true(after.live[CLR_KIND_PROGRAM] <= before.live[CLR_KIND_PROGRAM] + LONG_SPARE);
    free(text);
}

/* A program that is in use stays, and with it the text that its plan has told. */
TEST(many_programs_do_not_stay)
{
    clri_programs *programs = &rig->context->programs;
    clr_plan *plan = plan_for(&sum, &none);
    clr_plan_info info = {.size = sizeof info};
    clri_error error = {0};
    char *told, *whole;
    clr_fault_counts before, after;

    assert_int_equal(clr_plan_describe(plan, &info), CLR_OK);
    told = strdup(info.source);
    layer->count(&before);
    for (int i = 0; i < MANY; i++) {
        clri_program *program = NULL;
        char text[64];

        snprintf(text, sizeof text, "__kernel void touch(__global int *at) { *at = %d; }", i);
        assert_int_equal(clri_program_get(programs, text, "", &program, &error), CLR_OK);
        clri_program_release(programs, program);
    }
    layer->count(&after);
    assert_true(after.live[CLR_KIND_PROGRAM] <= before.live[CLR_KIND_PROGRAM] + PROGRAMS_SPARE);
    assert_string_equal(info.source, told);
    assert_int_equal(clri_compose_trusted(&plan->design->choice, &whole, &error), CLR_OK);
    assert_ptr_equal(clri_program_find(programs, whole, info.build_options), plan->design->program);
    clri_program_release(programs, plan->design->program);
    clr_plan_destroy(plan);
    free(whole);
    free(told);
}

TEST(conditions_have_designs_and_programs)
{
    static const char *const conditions[] = {"x > 1", "x > 2", "x > 3"};
    clr_plan *plans[COUNT(conditions)];

    for (size_t i = 0; i < COUNT(conditions); i++) {
        clr_reduction reduction = sum;

        reduction.where = conditions[i];
        plans[i] = plan_for(&reduction, &none);
        for (size_t k = 0; k < i; k++) {
            assert_ptr_not_equal(plans[i]->design, plans[k]->design);
            assert_ptr_not_equal(plans[i]->design->program, plans[k]->design->program);
        }
    }
    for (size_t i = 0; i < COUNT(conditions); i++)
        clr_plan_destroy(plans[i]);
}

void before_all(void)
{
    layer = clr_fault_needed();
    rig = rig_at(0);
}
