/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a variance takes off its count is a number that a plan tells its kernels: for each ddof,
 * plans of every shape have results of their own, by all ways that results of such lengths take,
 * and none but the first compiles anything. Elements are integers, so that the right bits are those
 * of one quotient of doubles.
 */
#include "layer/fault_layer.h"
#include "shape/made.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ELEMENTS = 120000, LABELS = 4000, GIANT = 70000, KEPT = 3 };

static const clr_fault_control *layer;
static const struct rig *rig;

/* ---- which result an element belongs to ---- */

static uint32_t of_all(uint32_t e)
{
    (void)e;
    return 0;
}

static uint32_t of_short(uint32_t e)
{
    return e / 5;
}

static uint32_t of_medium(uint32_t e)
{
    return e / 200;
}

static uint32_t of_long(uint32_t e)
{
    return e / (ELEMENTS / 3);
}

static uint32_t of_three(uint32_t e)
{
    return e % 3;
}

static uint32_t of_many(uint32_t e)
{
    return e % 6000;
}

/* A result of GIANT elements, and then of 1, 2, 3 elements, and so on. */
static uint32_t of_uneven(uint32_t e)
{
    return e < GIANT ? 0 : 1 + (uint32_t)((sqrt(8.0 * (e - GIANT) + 1) - 1) / 2);
}

/* Elements of a label are everywhere, as many as the label's number says. */
static uint32_t of_labels(uint32_t e)
{
    return (uint32_t)(e * 2654435761u) % LABELS % (1 + e % LABELS);
}

/* Rows of KEPT elements, with a label each. */
static uint32_t of_rows_by_label(uint32_t e)
{
    return of_labels(e / KEPT) * KEPT + e % KEPT;
}

/* Each result's elements, one behind the other where the shape goes by begins or by keys. */
static const struct lie {
    const char *name;
    clr_shape shape;
    uint32_t (*owner)(uint32_t e);
    uint64_t extents[2]; /* of shapes with axes */
    uint64_t reduced;
    const char *strategy;
} lies[] = {
    {"all", CLR_SHAPE_FLAT, of_all, {0}, 0, NULL},
    {"all, by two launches", CLR_SHAPE_FLAT, of_all, {0}, 0, "two-pass"},
    {"all, by many launches", CLR_SHAPE_FLAT, of_all, {0}, 0, "first-add"},
    {"all, by one group", CLR_SHAPE_FLAT, of_all, {0}, 0, "one-group"},
    {"short rows", CLR_SHAPE_AXES, of_short, {ELEMENTS / 5, 5}, 1 << 1, NULL},
    {"rows", CLR_SHAPE_AXES, of_medium, {ELEMENTS / 200, 200}, 1 << 1, NULL},
    {"long rows", CLR_SHAPE_AXES, of_long, {3, ELEMENTS / 3}, 1 << 1, NULL},
    {"few columns", CLR_SHAPE_AXES, of_three, {ELEMENTS / 3, 3}, 1 << 0, NULL},
    {"many columns", CLR_SHAPE_AXES, of_many, {ELEMENTS / 6000, 6000}, 1 << 0, NULL},
    {"short segments", CLR_SHAPE_SEGMENTS, of_short, {0}, 0, NULL},
    {"uneven segments", CLR_SHAPE_SEGMENTS, of_uneven, {0}, 0, NULL},
    {"few labels", CLR_SHAPE_LABELS, of_three, {0}, 0, NULL},
    {"many labels", CLR_SHAPE_LABELS, of_labels, {0}, 0, NULL},
    {"runs", CLR_SHAPE_RUNS, of_uneven, {0}, 0, NULL},
    {"labels of rows",
     CLR_SHAPE_AXIS_LABELS,
     of_rows_by_label,
     {ELEMENTS / KEPT, KEPT},
     1 << 0,
     NULL},
};

/* ---- the elements, and what comes out ---- */

static int small_of(uint32_t e)
{
    return (int)(e * 2246822519u >> 28) - 5;
}

/* Of f64 they lie so far from 0 that squares take more digits than a double has. */
static cl_mem elements_of(clr_type type)
{
    const size_t size = clr_type_size(type);
    char *bytes = malloc(ELEMENTS * size);
    cl_mem buffer;

    for (uint32_t e = 0; e < ELEMENTS; e++) {
        const int32_t small = small_of(e);
        const double large = 0x1p40 + small;

        memcpy(bytes + e * size, type == CLR_TYPE_I32 ? (const void *)&small : &large, size);
    }
    buffer = buffer_of(rig, bytes, ELEMENTS * size);
    free(bytes);
    return buffer;
}

struct sums {
    int64_t n, s1, s2;
};

/* The sums of each result's elements, and how many results there are. */
static uint32_t sums_of(const struct lie *lie, struct sums *sums)
{
    uint32_t results = 0;

    memset(sums, 0, ELEMENTS * sizeof *sums);
    for (uint32_t e = 0; e < ELEMENTS; e++) {
        struct sums *its = &sums[lie->owner(e)];

        its->n++;
        its->s1 += small_of(e);
        its->s2 += small_of(e) * small_of(e);
        if (lie->owner(e) >= results)
            results = lie->owner(e) + 1;
    }
    return results;
}

/* ---- what a run is told of its shape ---- */

struct told {
    clr_axes axes;
    clr_segments segments;
    clr_labels labels;
    clr_runs runs;
    cl_mem words; /* labels or keys, or begins */
};

/* Of rows with labels the label of each row. */
static cl_mem owners_of(const struct lie *lie)
{
    const uint32_t step = lie->shape == CLR_SHAPE_AXIS_LABELS ? KEPT : 1;
    uint32_t *words = calloc(ELEMENTS, sizeof *words);
    cl_mem buffer;

    for (uint32_t e = 0; e < ELEMENTS; e += step)
        words[e / step] = lie->owner(e) / step;
    buffer = buffer_of(rig, words, ELEMENTS * sizeof *words);
    free(words);
    return buffer;
}

static cl_mem begins_of(const struct lie *lie, uint32_t results)
{
    uint32_t *words = calloc(results + 1, sizeof *words);
    cl_mem buffer;

    for (uint32_t e = 0; e < ELEMENTS; e++)
        words[lie->owner(e) + 1] = e + 1;
    buffer = buffer_of(rig, words, (results + 1) * sizeof *words);
    free(words);
    return buffer;
}

static void tell(const struct lie *lie, uint32_t results, struct told *told, clr_run *run)
{
    const bool has_axes = lie->extents[0] != 0;

    *told = (struct told){.axes = {.size = sizeof told->axes,
                                   .rank = 2,
                                   .reduced = (unsigned)lie->reduced,
                                   .extents = lie->extents},
                          .words = lie->shape == CLR_SHAPE_SEGMENTS ? begins_of(lie, results)
                                                                    : owners_of(lie)};
    told->segments = (clr_segments){.size = sizeof told->segments,
                                    .count = results,
                                    .type = CLR_TYPE_U32,
                                    .begins = told->words};
    told->labels =
        (clr_labels){.size = sizeof told->labels,
                     .count = lie->shape == CLR_SHAPE_AXIS_LABELS ? results / KEPT : results,
                     .type = CLR_TYPE_U32,
                     .labels = told->words};
    told->runs = (clr_runs){
        .size = sizeof told->runs, .most = results, .type = CLR_TYPE_U32, .keys = told->words};
    run->axes = has_axes ? &told->axes : NULL;
    run->segments = lie->shape == CLR_SHAPE_SEGMENTS ? &told->segments : NULL;
    run->runs = lie->shape == CLR_SHAPE_RUNS ? &told->runs : NULL;
    if (lie->shape == CLR_SHAPE_LABELS || lie->shape == CLR_SHAPE_AXIS_LABELS)
        run->labels = &told->labels;
}

/* ---- the test ---- */

static const uint64_t ddofs[] = {0, 1, 2, 7, UINT64_MAX};

/* Two results of a pass: a variance and the root of another one. */
static void reductions_of(clr_type type, size_t turn, clr_reduction reductions[2])
{
    reductions[0] = (clr_reduction)CLR_REDUCTION(CLR_OPERATOR_VAR, type);
    reductions[1] = (clr_reduction)CLR_REDUCTION(CLR_OPERATOR_STD, type);
    reductions[0].ddof = ddofs[turn];
    reductions[1].ddof = ddofs[(turn + 1) % COUNT(ddofs)];
}

static void expect_results(const struct lie *lie, const clr_reduction *reduction,
                           const struct sums *sums, uint32_t results, clr_arrays *arrays)
{
    double *values = buffer_take(rig, arrays->value, results * sizeof *values);
    cl_int *statuses = buffer_take(rig, arrays->status, results * sizeof *statuses);

    for (uint32_t r = 0; r < results; r++) {
        const struct sums *its = &sums[r];
        const bool is_there = (uint64_t)its->n > reduction->ddof;
        const double over =
            is_there ? (double)its->n * (double)(its->n - (int64_t)reduction->ddof) : 1;
        const double variance = (double)(its->n * its->s2 - its->s1 * its->s1) / over;
        const double right = reduction->op == CLR_OPERATOR_VAR ? variance : sqrt(variance);
        const double off = reduction->op == CLR_OPERATOR_VAR ? 0 : 0x1p-52 * right;

        if ((statuses && statuses[r] != (is_there ? CLR_OK : CLR_ERROR_EMPTY)) ||
            (is_there && !(fabs(values[r] - right) <= off)))
            fail_msg("%s of %s of %s, ddof %llu: result %u of %u elements is %a, status %d, not %a",
                     clr_operator_name(reduction->op), lie->name, clr_type_name(reduction->type),
                     (unsigned long long)reduction->ddof, r, (unsigned)its->n, values[r],
                     statuses ? statuses[r] : CLR_OK, right);
    }
    free(values);
    free(statuses);
}

static void run_plan_of(const struct lie *lie, clr_plan *plan, const clr_reduction reductions[2],
                        cl_mem elements, const struct sums *sums, uint32_t results)
{
    clr_arrays arrays[2];
    clr_run run = {.size = sizeof run,
                   .queue = rig->queue,
                   .inputs = {{elements, 0, ELEMENTS}},
                   .arrays = arrays,
                   .array_count = 2};
    struct told told;

    for (size_t i = 0; i < 2; i++)
        arrays[i] = (clr_arrays){.size = sizeof *arrays,
                                 .value = buffer_untouched(rig, results * sizeof(double)),
                                 .status = lie->shape == CLR_SHAPE_FLAT
                                               ? NULL /* the run has one */
                                               : buffer_untouched(rig, results * sizeof(cl_int))};
    tell(lie, results, &told, &run);
    assert_ok(rig, clr_plan_run(plan, &run));
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
    for (size_t i = 0; i < 2; i++)
        expect_results(lie, &reductions[i], sums, results, &arrays[i]);
    clReleaseMemObject(told.words);
}

static long programs_made(void)
{
    clr_fault_counts counts;

    layer->count(&counts);
    return counts.calls[CLR_CALL_clCreateProgramWithSource] +
           counts.calls[CLR_CALL_clCreateProgramWithBinary];
}

static void each_ddof(const struct lie *lie, clr_type type)
{
    struct sums *sums = malloc(ELEMENTS * sizeof *sums);
    const uint32_t results = sums_of(lie, sums);
    const clr_plan_options options = {.size = sizeof options,
                                      .shape = lie->shape,
                                      .runs = lie->shape == CLR_SHAPE_RUNS ? ELEMENTS : 0,
                                      .strategy = lie->strategy};
    cl_mem elements = elements_of(type);
    clr_plan *plans[COUNT(ddofs)];

    for (size_t turn = 0; turn < COUNT(ddofs); turn++) {
        clr_reduction reductions[2];

        reductions_of(type, turn, reductions);
        assert_ok(rig, clr_plan_create(rig->context, reductions, 2, &options, &plans[turn]));
        if (turn == 0)
            layer->clear_counts();
        else
            assert_ptr_not_equal(plans[turn]->design, plans[turn - 1]->design);
        if (lie->shape != CLR_SHAPE_FLAT || (reductions[0].ddof | reductions[1].ddof) < ELEMENTS)
            run_plan_of(lie, plans[turn], reductions, elements, sums, results);
    }
    if (programs_made())
        fail_msg("%s of %s: %ld programs for other ddofs", lie->name, clr_type_name(type),
                 programs_made());
    for (size_t turn = 0; turn < COUNT(ddofs); turn++)
        clr_plan_destroy(plans[turn]);
    clReleaseMemObject(elements);
    free(sums);
}

static void each_lie(clr_type type)
{
    for (size_t i = 0; i < COUNT(lies); i++)
        each_ddof(&lies[i], type);
}

TEST(no_ddof_is_compiled_of_i32)
{
    each_lie(CLR_TYPE_I32);
}

TEST(no_ddof_is_compiled_of_f64)
{
    each_lie(CLR_TYPE_F64);
}

void before_all(void)
{
    layer = clr_fault_needed();
    rig = rig_at(0);
}
