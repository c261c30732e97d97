/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Masks and conditions beside shapes: of rows along any axes, with masks of any strides, of
 * segments and of runs of keys each result is what the oracle makes of what is left of it.
 */
#include "result_arrays.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    REDUCTIONS = 4,
    BEFORE = 11,
    FEW = 5000 /* elements of a case in simulators */
};

static const clr_operator operators[REDUCTIONS] = {CLR_OPERATOR_SUM, CLR_OPERATOR_MINMAX,
                                                   CLR_OPERATOR_ARGMAX, CLR_OPERATOR_MEAN};

/* A plan, its results' arrays, and the elements. */
struct subject {
    const struct rig *rig;
    clr_plan *plan;
    clr_reduction reductions[REDUCTIONS];
    int32_t *data;
    size_t count;
    cl_mem x;
    bool where; /* x % 3 != 0, too */
    char what[120];
};

static void subject_make(struct subject *s, const struct rig *rig, clr_shape shape,
                         clr_mask_kind kind, bool where, size_t count, uint64_t seed)
{
    clr_plan_options options = clr_plan_options_defaults();

    memset(s, 0, sizeof *s);
    s->rig = rig;
    s->count = count;
    s->where = where;
    s->data = malloc((count + 1) * sizeof *s->data);
    oracle_fill(seed % 2 ? ORACLE_EXTREMES : ORACLE_TIES, seed, CLR_TYPE_I32, s->data, count);
    s->x = buffer_of(rig, s->data, (count + 1) * sizeof *s->data);
    options.shape = shape;
    options.mask = kind;
    for (size_t i = 0; i < REDUCTIONS; i++) {
        s->reductions[i] = clr_reduction_of(operators[i], CLR_TYPE_I32);
        s->reductions[i].where = where ? "x % 3 != 0" : NULL;
    }
    assert_ok(rig, clr_plan_create(rig->context, s->reductions, REDUCTIONS, &options, &s->plan));
}

static void subject_free(struct subject *s)
{
    clr_plan_destroy(s->plan);
    clReleaseMemObject(s->x);
    free(s->data);
}

/* ---- results ---- */

struct results {
    struct result_arrays of;
    clr_result result[REDUCTIONS];
};

/* Runs into arrays of `count` results, and fetches them. */
static void run_into(const struct subject *s, clr_run *run, size_t count, struct results *r)
{
    clr_arrays arrays[REDUCTIONS];

    plan_tell(s->plan, NULL, r->result, REDUCTIONS);
    result_arrays_make(&r->of, s->rig, r->result, REDUCTIONS, count, false, arrays);
    run->queue = s->rig->queue;
    run->inputs[0] = (clr_span){s->x, run->inputs[0].first, s->count};
    run->arrays = arrays;
    run->array_count = REDUCTIONS;
    assert_ok(s->rig, clr_plan_run(s->plan, run));
    assert_int_equal(clFinish(s->rig->queue), CL_SUCCESS);
    result_arrays_fetch(&r->of, s->rig);
}

static void judge_result(const struct subject *s, const struct results *r, size_t number,
                         const struct left *left)
{
    char what[200];

    snprintf(what, sizeof what, "%s, result %zu", s->what, number);
    for (size_t i = 0; i < REDUCTIONS; i++) {
        const struct got got = result_got(&r->of, i, number);

        judge_left(&s->reductions[i], &r->result[i], left, 1, &got, what);
    }
}

/* Element `place` of a result, if it is taken. */
static void add_element(const struct subject *s, struct left *left, size_t at, uint64_t place,
                        bool is_taken)
{
    if (is_taken && !(s->where && s->data[at] % 3 == 0))
        left_add(left, s->data + at, s->data + at, sizeof *s->data, place);
}

/* ---- masks ---- */

static bool *taken_of(size_t count, uint64_t seed)
{
    static const unsigned percents[] = {50, 1, 99, 0, 90};
    bool *taken = malloc(count + 1);
    uint64_t random = seed * 2 + 1;

    for (size_t i = 0; i < count; i++) /* in runs of up to 40, each second seed */
        taken[i] = i % 40 && seed / 5 % 2 ? taken[i - 1]
                                          : oracle_random(&random) % 100 < percents[seed % 5];
    return taken;
}

/* ---- axes ---- */

/* Arrays of a few axes, which of them are reduced, and the mask's steps; 0 extents end them. */
static const struct {
    uint64_t extents[3];
    unsigned reduced;
    bool has_steps;
    int64_t steps[3];
} axes_cases[] = {
    {{37, 53}, 2, false, {0}},        /* rows */
    {{37, 53}, 1, false, {0}},        /* columns */
    {{37, 53}, 2, true, {0, 1}},      /* a mask of columns */
    {{37, 53}, 1, true, {0, 1}},      /* likewise, down the columns */
    {{37, 53}, 2, true, {1, 0}},      /* of rows */
    {{37, 53}, 1, true, {1, 0}},      /* likewise */
    {{2001, 3}, 2, false, {0}},       /* short rows */
    {{2001, 8}, 2, true, {1, 2001}},  /* a mask that is transposed */
    {{5, 2003}, 1, true, {2003, 1}},  /* wide */
    {{7, 9, 11}, 2, false, {0}},      /* between */
    {{7, 9, 11}, 5, true, {0, 0, 1}}, /* around */
    {{7, 9, 11}, 5, true, {-11, 0, 1}}, {{3, 20011}, 2, false, {0}}, /* long rows */
    {{2, 20011}, 3, true, {0, 1}},                                   /* all of it, the mask twice */
    {{31, 17}, 0, false, {0}},                                       /* none */
};

/* Where the mask's elements are, of those from its first buffer's on. */
static size_t mask_place(const int64_t steps[3], size_t origin, const uint64_t index[3])
{
    int64_t at = (int64_t)origin;

    for (unsigned k = 0; k < 3; k++)
        at += steps[k] * (int64_t)index[k];
    return (size_t)at;
}

static void check_axes(const struct rig *rig, size_t number, clr_mask_kind kind, bool where,
                       uint64_t seed)
{
    const uint64_t *given = axes_cases[number].extents;
    const unsigned rank = given[2] ? 3 : 2;
    const uint64_t extents[3] = {given[0], given[1], rank == 3 ? given[2] : 1};
    const unsigned reduced = axes_cases[number].reduced;
    const size_t count = (size_t)(extents[0] * extents[1] * extents[2]);
    const int64_t *steps = axes_cases[number].steps;
    const int64_t row_major[3] = {(int64_t)(extents[1] * extents[2]), (int64_t)extents[2], 1};
    const size_t origin = (size_t)(steps[0] < 0 ? (uint64_t)-steps[0] * extents[0] : 0);
    bool *taken = taken_of(count + origin, seed);
    clr_axes axes = clr_axes_defaults();
    clr_mask mask = clr_mask_defaults();
    clr_run run = clr_run_defaults();
    size_t kept = 1, length = 1;
    struct subject s;
    struct results r;
    struct left *left;
    uint64_t *met;

    subject_make(&s, rig, CLR_SHAPE_AXES, kind, where, count, seed);
    snprintf(s.what, sizeof s.what, "axes %zu, mask kind %d, where %d, seed %llu", number,
             (int)kind, where, (unsigned long long)seed);
    axes.rank = rank;
    axes.reduced = reduced;
    axes.extents = extents;
    run.axes = &axes;
    for (unsigned k = 0; k < rank; k++)
        *(reduced >> k & 1 ? &length : &kept) *= (size_t)extents[k];
    mask.first = BEFORE + origin;
    mask.strides = axes_cases[number].has_steps ? steps : NULL;
    if (kind != CLR_MASK_NONE) {
        mask.mask = mask_of(rig, kind, taken, BEFORE, count + origin);
        run.mask = &mask;
    }
    run_into(&s, &run, kept, &r);
    left = malloc(kept * sizeof *left);
    met = calloc(kept, sizeof *met);
    for (size_t i = 0; i < kept; i++)
        left[i] = left_make(length, sizeof *s.data);
    for (size_t at = 0; at < count; at++) {
        const uint64_t index[3] = {at / (extents[1] * extents[2]), at / extents[2] % extents[1],
                                   at % extents[2]};
        const size_t place =
            mask_place(axes_cases[number].has_steps ? steps : row_major, origin, index);
        size_t result = 0;

        for (unsigned k = 0; k < 3; k++)
            if (!(reduced >> k & 1))
                result = result * (size_t)extents[k] + (size_t)index[k];
        add_element(&s, &left[result], at, met[result]++, kind == CLR_MASK_NONE || taken[place]);
    }
    for (size_t i = 0; i < kept; i++) {
        judge_result(&s, &r, i, &left[i]);
        left_free(&left[i]);
    }
    if (mask.mask)
        clReleaseMemObject(mask.mask);
    free(left);
    free(met);
    free(taken);
    result_arrays_free(&r.of);
    subject_free(&s);
}

TEST(rows_are_of_what_is_left)
{
    const uint64_t seed = test_number("CLR_TEST_SEED", 1);

    for (size_t d = 0; d < rig_count(); d++)
        for (size_t i = 0; i < COUNT(axes_cases); i++)
            for (uint64_t turn = 0; turn < (test_scope() > SCOPE_SMALL ? 9 : 3); turn++)
                if (test_scope() > SCOPE_FEW || axes_cases[i].extents[1] < FEW)
                    check_axes(rig_at(d), i, (clr_mask_kind)(turn % 3), turn % 3 != 1,
                               seed + turn + 10 * i);
}

/* ---- segments and runs ---- */

static void check_segments(const struct rig *rig, const uint32_t *ends, size_t segments,
                           clr_shape shape, clr_mask_kind kind, bool where, uint64_t seed)
{
    const size_t count = ends[segments];
    bool *taken = taken_of(count, seed);
    clr_segments cut = clr_segments_defaults();
    clr_runs runs = clr_runs_defaults();
    clr_mask mask = clr_mask_defaults();
    clr_run run = clr_run_defaults();
    uint16_t *keys = malloc((count + 1) * sizeof *keys);
    struct subject s;
    struct results r;

    subject_make(&s, rig, shape, kind, where, count, seed);
    snprintf(s.what, sizeof s.what, "shape %d, %zu segments, mask kind %d, where %d, seed %llu",
             (int)shape, segments, (int)kind, where, (unsigned long long)seed);
    mask.first = BEFORE;
    mask.mask = kind ? mask_of(rig, kind, taken, BEFORE, count) : NULL;
    run.mask = kind ? &mask : NULL;
    for (size_t k = 0; k < segments; k++)
        for (size_t i = ends[k]; i < ends[k + 1]; i++)
            keys[i] = (uint16_t)k;
    cut.type = CLR_TYPE_U32;
    cut.count = segments;
    cut.begins = buffer_of(rig, ends, (segments + 1) * sizeof *ends);
    runs.type = CLR_TYPE_U16;
    runs.most = segments;
    runs.keys = buffer_of(rig, keys, (count + 1) * sizeof *keys);
    if (shape == CLR_SHAPE_RUNS)
        run.runs = &runs;
    else
        run.segments = &cut;
    run_into(&s, &run, segments, &r);
    for (size_t k = 0; k < segments; k++) {
        struct left left = left_make(ends[k + 1] - ends[k], sizeof *s.data);

        for (size_t i = ends[k]; i < ends[k + 1]; i++)
            add_element(&s, &left, i, i - ends[k], !kind || taken[i]);
        judge_result(&s, &r, k, &left);
        left_free(&left);
    }
    if (mask.mask)
        clReleaseMemObject(mask.mask);
    clReleaseMemObject(cut.begins);
    clReleaseMemObject(runs.keys);
    free(keys);
    free(taken);
    result_arrays_free(&r.of);
    subject_free(&s);
}

TEST(segments_are_of_what_is_left)
{
    static const struct {
        size_t segments, mean;
    } cases[] = {{600, 3}, {200, 40}, {7, 9000}};
    const uint64_t seed = test_number("CLR_TEST_SEED", 1);

    for (size_t d = 0; d < rig_count(); d++)
        for (size_t i = 0; i < COUNT(cases) - (test_scope() == SCOPE_FEW); i++)
            for (unsigned turn = 0; turn < 4; turn++) {
                const bool is_runs = turn % 2;
                uint32_t *ends = calloc(cases[i].segments + 1, sizeof *ends);
                uint64_t random = seed * 2 + 1 + i;

                for (size_t k = 0; k < cases[i].segments; k++)
                    ends[k + 1] = ends[k] + is_runs +
                                  (uint32_t)(oracle_random(&random) % (2 * cases[i].mean));
                check_segments(rig_at(d), ends, cases[i].segments,
                               is_runs ? CLR_SHAPE_RUNS : CLR_SHAPE_SEGMENTS,
                               (clr_mask_kind)((turn + i) % 3), (turn + i) % 3 != 1,
                               seed + turn + 7 * i);
                free(ends);
            }
}
