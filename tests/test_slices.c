/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Few long columns, and reduced axes around a kept one, whose results are cut into slices, next to
 * groups that have them: the same bits, into however many slices, for arrays of any axes and
 * strides, for indices, and for sums that two doubles cannot hold, which go to groups again.
 */
#include "choose/slice_grid.h"
#include "own_design.h"
#include "shape/made.h"
#include "split_mix.h"
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANK = 4, ROOM = 1 << 17, RESULTS_MOST = 1 << 11, OUTCOMES_MOST = 3, GAP = 3 };

/* ---- plans ---- */

struct subject {
    const struct rig *rig;
    clr_plan *plan;
    clr_type type;
    size_t outcomes;
    clri_choice known; /* as the plan has been made */
};

static struct subject subject_of(const struct rig *rig, const clr_operator *ops, size_t count,
                                 clr_type type, clr_accuracy accuracy)
{
    const clr_plan_options options = {.size = sizeof options, .shape = CLR_SHAPE_AXES};
    struct subject subject = {.rig = rig, .type = type, .outcomes = count};
    clr_reduction reductions[OUTCOMES_MOST];

    for (size_t i = 0; i < count; i++) {
        reductions[i] = (clr_reduction)CLR_REDUCTION(ops[i], type);
        reductions[i].accuracy = accuracy;
    }
    assert_ok(rig, clr_plan_create(rig->context, reductions, count, &options, &subject.plan));
    subject.known = *subject.plan->items.choice;
    return subject;
}

static bool has_slices(const struct subject *subject)
{
    return clri_has_items(subject->plan) && subject->known.slices.lanes;
}

/* From here on results are cut into about so many slices, or into none: then groups have them. */
static void cut_into(const struct subject *subject, uint32_t groups)
{
    clri_choice *choice = &own_design(subject->plan)->items;

    choice->slices.lanes = groups ? subject->known.slices.lanes : 0;
    choice->slices.uncut_items = UINT64_MAX;
    choice->slices.column_items = choice->slices.line_items =
        (uint64_t)groups * choice->sizes.group;
    choice->slices.least = 0;
    choice->teams.abreast = 0;
    choice->items.fewest_rows = choice->items.fewest_columns = UINT64_MAX;
}

/* ---- arrays ---- */

struct array {
    unsigned rank;
    uint64_t extents[RANK];
    int64_t strides[RANK]; /* in elements */
    uint32_t reduced;
    uint64_t first;
    bool has_gaps; /* between results */
};

/* Row-major, with steps between elements, some axes reversed, some of them repeated. */
static void lay_out(struct array *array, uint64_t *seed, bool is_plain)
{
    int64_t step = is_plain || next_random(seed) % 3 ? 1 : 2;

    array->first = next_random(seed) % (is_plain ? 2 : 9);
    for (unsigned k = array->rank; k-- > 0;) {
        const int64_t extent = (int64_t)array->extents[k];
        const unsigned kind = (unsigned)(next_random(seed) % 8);

        array->strides[k] = step;
        step *= extent;
        if (is_plain)
            continue;
        step += kind == 1 ? (int64_t)(next_random(seed) % 5) : 0;
        if (kind == 2) {
            array->first += (uint64_t)(array->strides[k] * (extent - 1));
            array->strides[k] = -array->strides[k];
        } else if (kind == 3) {
            array->strides[k] = 0;
        }
    }
    array->has_gaps = !is_plain;
}

static uint64_t results_of(const struct array *array)
{
    uint64_t count = 1;

    for (unsigned k = 0; k < array->rank; k++)
        count *= array->reduced >> k & 1 ? 1 : array->extents[k];
    return count;
}

/* ---- runs ---- */

/* What a run has told of an outcome, and nothing else. */
struct told {
    unsigned char values[GAP * RESULTS_MOST * 16];
    uint64_t indices[GAP * RESULTS_MOST];
    cl_int statuses[GAP * RESULTS_MOST];
};

static void run(const struct subject *subject, cl_mem input, const struct array *array,
                struct told *told)
{
    const struct rig *rig = subject->rig;
    const int64_t size = (int64_t)clr_type_size(subject->type);
    clr_arrays arrays[OUTCOMES_MOST];
    int64_t strides[RANK], result_strides[RANK], result_step = array->has_gaps ? GAP : 1;
    const clr_axes axes = {.size = sizeof axes,
                           .rank = array->rank,
                           .reduced = array->reduced,
                           .extents = array->extents,
                           .strides = {strides},
                           .result_strides = result_strides};

    for (unsigned k = array->rank; k-- > 0;) {
        strides[k] = array->strides[k] * size;
        result_strides[k] = result_step;
        result_step *= array->reduced >> k & 1 ? 1 : (int64_t)array->extents[k];
    }
    memset(told, 0, subject->outcomes * sizeof *told);
    for (size_t i = 0; i < subject->outcomes; i++) {
        clr_result result = {.size = sizeof result};

        assert_int_equal(clr_plan_result(subject->plan, (uint32_t)i, &result), CLR_OK);
        arrays[i] = (clr_arrays){.size = sizeof arrays[i]};
        arrays[i].value = buffer_of(rig, told[i].values, sizeof told[i].values);
        arrays[i].status = buffer_of(rig, told[i].statuses, sizeof told[i].statuses);
        if (result.index_offset != CLR_UNKNOWN)
            arrays[i].index = buffer_of(rig, told[i].indices, sizeof told[i].indices);
    }
    assert_ok(rig, clr_plan_run(subject->plan,
                                RUN(.queue = rig->queue, .inputs = {{input, array->first, ROOM}},
                                    .arrays = arrays, .array_count = (uint32_t)subject->outcomes,
                                    .axes = &axes)));
    for (size_t i = 0; i < subject->outcomes; i++) {
        buffer_read(rig, arrays[i].value, 0, told[i].values, sizeof told[i].values);
        buffer_read(rig, arrays[i].status, 0, told[i].statuses, sizeof told[i].statuses);
        if (arrays[i].index) {
            buffer_read(rig, arrays[i].index, 0, told[i].indices, sizeof told[i].indices);
            clReleaseMemObject(arrays[i].index);
        }
        clReleaseMemObject(arrays[i].status);
        clReleaseMemObject(arrays[i].value);
    }
}

/* How many runs were by slices of columns, and of lines; into how many at most. */
static size_t by_columns, by_lines, most_slices;

static void count_way(const struct subject *subject, const struct array *array)
{
    int64_t strides[RANK];
    const clr_axes axes = {.size = sizeof axes,
                           .rank = array->rank,
                           .reduced = array->reduced,
                           .extents = array->extents,
                           .strides = {strides}};
    const size_t size = clr_type_size(subject->type);
    const clri_choice *items = subject->plan->items.choice;
    clri_slice_grid grid;
    clri_rows rows;

    for (unsigned k = 0; k < array->rank; k++)
        strides[k] = array->strides[k] * (int64_t)size;
    assert_int_equal(clri_axes_read(&axes, 1, size, NULL, &rows, NULL), CLR_OK);
    if (clri_way_with_slices(items, subject->plan->choice, &rows) != CLRI_WAY_SLICES)
        return;
    grid = clri_slices_share(items, &rows);
    by_columns += grid.are_columns;
    by_lines += !grid.are_columns;
    most_slices = grid.slices > most_slices ? grid.slices : most_slices;
}

static void expect_same(const struct subject *subject, cl_mem input, const struct array *array,
                        uint32_t groups)
{
    static struct told by_slices[OUTCOMES_MOST], by_groups[OUTCOMES_MOST];

    cut_into(subject, groups);
    /* What slices are not sure of goes to groups by a list, which may be too short for it. */
    subject->plan->items.list_most = groups == 2 || groups == 16 ? 3 : CLRI_LISTED_MOST;
    count_way(subject, array);
    run(subject, input, array, by_slices);
    cut_into(subject, 0);
    run(subject, input, array, by_groups);
    if (memcmp(by_slices, by_groups, subject->outcomes * sizeof *by_slices) == 0)
        return;
    for (unsigned k = 0; k < array->rank; k++)
        printf("axis %u: %d of step %d%s\n", k, (int)array->extents[k], (int)array->strides[k],
               array->reduced >> k & 1 ? ", reduced" : "");
    fail_msg("type %d, from %d on, %u groups: slices and groups differ", (int)subject->type,
             (int)array->first, (unsigned)groups);
}

/* ---- data ---- */

enum { PLAIN, WIDE, TIES, ZEROS, KINDS };

static double draw(uint64_t *seed, int kind)
{
    const double sign = next_random(seed) % 2 ? -1 : 1;

    if (kind == WIDE) /* exponents from end to end, and now and then no number */
        return next_random(seed) % 3000 ? ldexp(sign, (int)(next_random(seed) % 240) - 140)
                                        : sign * INFINITY;
    if (kind == TIES)
        return (double)(next_random(seed) % 3);
    if (kind == ZEROS)
        return next_random(seed) % 5000 ? -0.0 : 0.0;
    return sign * (double)(next_random(seed) % 1000);
}

static void store(clr_type type, void *array, size_t i, double x)
{
    if (type == CLR_TYPE_F32)
        ((float *)array)[i] = (float)x;
    else if (type == CLR_TYPE_F64)
        ((double *)array)[i] = x;
    else if (type == CLR_TYPE_I8)
        ((signed char *)array)[i] = (signed char)(int)fmod(x, 128);
    else
        ((cl_int *)array)[i] = (cl_int)x;
}

static cl_mem input_of(const struct subject *subject, int kind)
{
    const size_t size = (size_t)clr_type_size(subject->type);
    unsigned char *elements = calloc(ROOM, size);
    uint64_t seed = 77 + (uint64_t)kind;
    cl_mem buffer;

    assert_non_null(elements);
    for (size_t i = 0; i < ROOM; i++)
        store(subject->type, elements, i, draw(&seed, kind));
    buffer = buffer_of(subject->rig, elements, ROOM * size);
    free(elements);
    return buffer;
}

/* ---- tests ---- */

/* Columns, lines, and what is neither. */
static const struct {
    unsigned rank;
    uint64_t extents[RANK];
    uint32_t reduced;
} shapes[] = {
    {2, {1000, 4}, 1},     {2, {700, 5}, 1},       {2, {2000, 1}, 1},     {2, {1500, 3}, 1},
    {2, {31, 129}, 1},     {2, {3, 1030}, 1},      {2, {250, 16}, 1},     {2, {7, 600}, 1},
    {2, {60, 67}, 1},      {3, {9, 16, 8}, 5},     {3, {3, 8, 64}, 5},    {3, {3, 4, 100}, 5},
    {3, {13, 2, 41}, 5},   {3, {2, 1, 900}, 5},    {3, {5, 30, 8}, 5},    {3, {20, 20, 8}, 3},
    {3, {9, 33, 3}, 3},    {4, {5, 6, 7, 16}, 10}, {4, {3, 7, 5, 30}, 5}, {4, {3, 2, 5, 40}, 13},
    {4, {4, 3, 9, 17}, 9}, {4, {2, 3, 40, 4}, 6},  {3, {4, 5, 100}, 7},   {2, {40, 70}, 3},
    {2, {0, 8}, 1},        {3, {0, 4, 9}, 5},      {3, {4, 0, 9}, 5},     {3, {90, 2, 101}, 5},
    {3, {90, 2, 104}, 5},  {3, {5, 2, 4110}, 5},   {3, {5, 2, 3000}, 5},
};

/* One of them, laid out anyhow, or as it comes. */
static struct array array_of(size_t shape, bool is_plain, uint64_t *seed)
{
    struct array array = {.rank = shapes[shape].rank, .reduced = shapes[shape].reduced};

    memcpy(array.extents, shapes[shape].extents, sizeof array.extents);
    lay_out(&array, seed, is_plain);
    assert_true(results_of(&array) <= RESULTS_MOST);
    return array;
}

static void try_all(const struct subject *subject, int kind, uint64_t *seed)
{
    static const unsigned times[] = {
        [SCOPE_FEW] = 24, [SCOPE_SMALL] = 200, [SCOPE_COVER] = 400, [SCOPE_FULL] = 1500};
    static const uint32_t groups[] = {1, 2, 3, 7, 16, 64, 1000};
    const cl_mem input = input_of(subject, kind);

    for (size_t shape = 0; shape < COUNT(shapes) && kind == PLAIN; shape++) { /* long slices */
        const struct array array = array_of(shape, true, seed);

        expect_same(subject, input, &array, 1);
    }
    for (unsigned i = 0; i < times[test_scope()]; i++) {
        const struct array array =
            array_of(next_random(seed) % COUNT(shapes), next_random(seed) % 2, seed);

        expect_same(subject, input, &array, groups[next_random(seed) % COUNT(groups)]);
    }
    clReleaseMemObject(input);
}

TEST(slices_tell_the_same_as_groups)
{
    static const struct {
        clr_operator ops[OUTCOMES_MOST];
        size_t count;
        clr_type type;
        scope from;
    } rows[] = {
        {{CLR_OPERATOR_SUM, CLR_OPERATOR_ARGMAX}, 2, CLR_TYPE_I32, SCOPE_FEW},
        {{CLR_OPERATOR_SUM}, 1, CLR_TYPE_F32, SCOPE_FEW},
        {{CLR_OPERATOR_SUM, CLR_OPERATOR_ARGMIN, CLR_OPERATOR_MINMAX}, 3, CLR_TYPE_I8, SCOPE_SMALL},
        {{CLR_OPERATOR_MEAN}, 1, CLR_TYPE_F32, SCOPE_SMALL},
        {{CLR_OPERATOR_NRM2, CLR_OPERATOR_ARGMAX}, 2, CLR_TYPE_F32, SCOPE_COVER},
        {{CLR_OPERATOR_SUM}, 1, CLR_TYPE_F64, SCOPE_COVER},
    };
    uint64_t seed = test_number("CLR_TEST_SEED", 16);

    for (size_t i = 0; i < rig_count(); i++)
        for (size_t k = 0; k < COUNT(rows); k++) {
            const bool is_float = rows[k].type == CLR_TYPE_F32 || rows[k].type == CLR_TYPE_F64;
            struct subject subject;

            if (test_scope() < rows[k].from) /* kernels take long to compile */
                continue;
            subject = subject_of(rig_at(i), rows[k].ops, rows[k].count, rows[k].type,
                                 CLR_ACCURACY_DEFAULT);
            for (int kind = 0; kind < KINDS && has_slices(&subject); kind++)
                if (is_float || kind == PLAIN || kind == TIES)
                    try_all(&subject, kind, &seed);
            clr_plan_destroy(subject.plan);
        }
    printf("%zu runs by slices of columns, %zu of lines; %zu of a result at most\n", by_columns,
           by_lines, most_slices);
}

/* Rounded on the way, they need not be the same. */
TEST(variances_are_near_those_of_groups)
{
    static const clr_operator var[] = {CLR_OPERATOR_VAR};
    static struct told by_slices, by_groups;
    uint64_t seed = 3;

    for (size_t i = 0; i < rig_count(); i++) {
        const struct subject subject =
            subject_of(rig_at(i), var, 1, CLR_TYPE_F32, CLR_ACCURACY_FAST);
        const cl_mem input = input_of(&subject, PLAIN);

        for (size_t shape = 0; shape < COUNT(shapes) && has_slices(&subject); shape++) {
            const struct array array = array_of(shape, true, &seed);

            cut_into(&subject, 16);
            run(&subject, input, &array, &by_slices);
            cut_into(&subject, 0);
            run(&subject, input, &array, &by_groups);
            assert_memory_equal(by_slices.statuses, by_groups.statuses, sizeof by_groups.statuses);
            for (size_t r = 0; r < results_of(&array); r++) {
                float a, b;

                memcpy(&a, by_slices.values + r * sizeof a, sizeof a);
                memcpy(&b, by_groups.values + r * sizeof b, sizeof b);
                assert_true(fabsf(a - b) <= 1e-5f * fabsf(b) || (isnan(a) && isnan(b)));
            }
        }
        clReleaseMemObject(input);
        clr_plan_destroy(subject.plan);
    }
}
