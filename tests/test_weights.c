/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Variances with weights against MPFR: of one result at every level, whole and in parts, and of
 * shapes, with masks and without NaNs. Weights are such as a fold could lose its way by: first ones
 * that are small beside all others, zeros, and numbers whose squares overflow.
 */
#include "oracle.h"
#include "oracle_parts.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 70001, KINDS = 4 };

static const struct rig *rig;

/* All four, of one pass. */
static const struct {
    clr_operator op;
    uint64_t ddof;
} asked[] = {{CLR_OPERATOR_WVAR, 0},
             {CLR_OPERATOR_WSTD, 1},
             {CLR_OPERATOR_RWVAR, 1},
             {CLR_OPERATOR_RWSTD, 2}};

enum { ASKED = sizeof asked / sizeof *asked };

static void reductions_of(clr_type type, clr_accuracy accuracy, clr_nan nan, clr_reduction *made)
{
    for (size_t i = 0; i < ASKED; i++) {
        made[i] = (clr_reduction)CLR_REDUCTION(asked[i].op, type);
        made[i].ddof = asked[i].ddof;
        made[i].accuracy = accuracy;
        made[i].nan = nan;
    }
}

/* ---- data ---- */

static struct {
    _Alignas(8) unsigned char x[MOST * 8], y[MOST * 8];
} data;

/* A weight of a kind: as drawn, zeros in front, a small one in front of large ones, counts. */
static double weight_of(clr_type type, int kind, size_t i, double drawn)
{
    const double small = type == CLR_TYPE_F64 ? 0x1p-200 : type == CLR_TYPE_F32 ? 0x1p-60 : 0x1p-10;

    switch (kind) {
    case 1:
        return i < 40 ? 0 : drawn;
    case 2:
        return i < 3 ? small : drawn + 1;
    case 3:
        return (double)(i * 2654435761U % 7);
    default:
        return drawn;
    }
}

static void make_data(clr_type type, int kind, size_t count)
{
    const bool is_float = oracle_is_float(type);

    oracle_fill(is_float ? ORACLE_OFFSET : ORACLE_SMALL, 5 + (uint64_t)kind, type, data.x, count);
    if (is_float)
        oracle_fill(ORACLE_UNIFORM, 6, type, data.y, count);
    for (size_t i = 0; i < count; i++) {
        const double drawn = is_float ? fabs(oracle_load(type, data.y, i)) : (double)(i % 5);
        const double weight = weight_of(type, is_float ? kind : 3, i, drawn);

        if (is_float)
            oracle_store(type, data.y, i, weight);
        else
            oracle_store_bits(type, data.y, i, (uint64_t)weight);
    }
    if (is_float && kind == 2) /* what the small weights' mean tells nothing of */
        for (size_t i = 0; i < 3 && i < count; i++)
            oracle_store(type, data.x, i, 0);
}

/* ---- judgement ---- */

static void judge(const clr_reduction *reduction, const void *x, const void *y, size_t count,
                  const oracle_answer *answer, const char *what)
{
    const oracle_question question = {.op = reduction->op,
                                      .type = reduction->type,
                                      .nan = reduction->nan,
                                      .ddof = reduction->ddof};
    oracle_value truth;
    char why[300];

    oracle_reduce(&question, x, y, count, &truth);
    if (!oracle_accepts(&truth, answer, why, sizeof why))
        fail_msg("%s of %s, ddof %u, %s, %u elements: %s", clr_operator_name(reduction->op),
                 clr_type_name(reduction->type), (unsigned)reduction->ddof, what, (unsigned)count,
                 why);
    oracle_clear(&truth);
}

/* ---- one result ---- */

struct whole {
    clr_plan *plan;
    clr_reduction reductions[ASKED];
    clr_result results[ASKED];
    cl_mem buffers[2];
    unsigned char record[128];
};

static void judge_record(const struct whole *w, size_t count, clr_status status, uint64_t depth,
                         const char *what)
{
    for (size_t i = 0; i < ASKED; i++) {
        const oracle_answer answer = {.type = w->results[i].type,
                                      .value = w->record + w->results[i].offset,
                                      .status = status,
                                      .depth = depth,
                                      .accumulator = w->results[i].accumulator};

        judge(&w->reductions[i], data.x, data.y, count, &answer, what);
    }
}

static clr_status run_part_of(struct whole *w, uint64_t first, uint64_t count, clr_part part)
{
    const clr_status status = clr_plan_run(
        w->plan, RUN(.queue = rig->queue,
                     .inputs = {{w->buffers[0], first, count}, {w->buffers[1], first, count}},
                     .part = part, .host = part == CLR_PART_MORE ? NULL : w->record));

    if (status != CLR_ERROR_EMPTY)
        assert_ok(rig, status);
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
    return status;
}

static void run_whole(struct whole *w, size_t count, bool takes_parts, const char *what)
{
    const clr_status status = run_part_of(w, 0, count, CLR_PART_WHOLE);

    judge_record(w, count, status, clr_plan_depth(w->plan, count), what);
    if (!takes_parts || count < 3)
        return;
    run_part_of(w, 0, 1, CLR_PART_MORE);
    run_part_of(w, 1, count / 2, CLR_PART_MORE);
    run_part_of(w, 1 + count / 2, count - 1 - count / 2, CLR_PART_LAST);
    judge_record(w, count, CLR_OK, clr_plan_depth(w->plan, count) + 3, "in parts");
}

static void try_whole(clr_type type, clr_accuracy accuracy)
{
    static const size_t counts[] = {0, 1, 2, 3, 50, 1025, MOST};
    static const char *const kinds[KINDS] = {"drawn", "zeros in front", "small in front", "counts"};
    const size_t size = clr_type_size(type);
    struct whole w;

    reductions_of(type, accuracy, CLR_NAN_PROPAGATE, w.reductions);
    assert_ok(rig, clr_plan_create(rig->context, w.reductions, ASKED, NULL, &w.plan));
    for (size_t i = 0; i < ASKED; i++) {
        w.results[i].size = sizeof *w.results;
        assert_int_equal(clr_plan_result(w.plan, i, &w.results[i]), CLR_OK);
        assert_int_equal(w.results[i].accuracy, accuracy ? accuracy : CLR_ACCURACY_REPRODUCIBLE);
    }
    for (int kind = 0; kind < (oracle_is_float(type) ? KINDS : 1); kind++) {
        make_data(type, kind, MOST);
        w.buffers[0] = buffer_of(rig, data.x, MOST * size);
        w.buffers[1] = buffer_of(rig, data.y, MOST * size);
        for (size_t c = 0; c < COUNT(counts); c++)
            if (counts[c] < MOST || kind == 2)
                run_whole(&w, counts[c], accuracy == CLR_ACCURACY_FAST, kinds[kind]);
        clReleaseMemObject(w.buffers[0]);
        clReleaseMemObject(w.buffers[1]);
    }
    clr_plan_destroy(w.plan);
}

TEST(one_result_of_f64)
{
    try_whole(CLR_TYPE_F64, CLR_ACCURACY_DEFAULT);
    try_whole(CLR_TYPE_F64, CLR_ACCURACY_FAST);
}

TEST(one_result_of_f32)
{
    try_whole(CLR_TYPE_F32, CLR_ACCURACY_DEFAULT);
}

/* On devices without fp64, too. */
TEST(one_result_of_f32_fast)
{
    try_whole(CLR_TYPE_F32, CLR_ACCURACY_FAST);
}

TEST(one_result_of_short_floats_and_integers)
{
    static const clr_type types[] = {CLR_TYPE_F16, CLR_TYPE_I64, CLR_TYPE_U8};

    for (size_t t = 0; t < COUNT(types); t++)
        try_whole(types[t], CLR_ACCURACY_FAST);
}

/* ---- shapes ---- */

enum { ROWS = 7, COLUMNS = 150, ALL = ROWS * COLUMNS };

/* Which result an element belongs to. */
static size_t owner_of(clr_shape shape, bool is_along, size_t i)
{
    if (shape == CLR_SHAPE_AXES)
        return is_along ? i / COLUMNS : i % COLUMNS;
    if (shape == CLR_SHAPE_SEGMENTS)
        return i < 2 ? i : i < 400 ? 3 : 4; /* the third is empty */
    return i * 2654435761U % 5;
}

static size_t results_of(clr_shape shape, bool is_along)
{
    return shape == CLR_SHAPE_AXES ? is_along ? ROWS : COLUMNS : 5;
}

/* Judges result `r` by its own elements. */
static void judge_result(const clr_reduction *reduction, clr_shape shape, bool is_along, size_t r,
                         const unsigned char *mask, const unsigned char *values, cl_int status)
{
    const size_t size = clr_type_size(reduction->type);
    static _Alignas(8) unsigned char x[ALL * 8], y[ALL * 8];
    const clr_type type = clr_operator_result(reduction->op, reduction->type);
    oracle_answer answer = {.type = type,
                            .value = values + r * clr_type_size(type),
                            .status = (clr_status)status,
                            .accumulator = "f64"};
    size_t count = 0;

    for (size_t i = 0; i < ALL; i++)
        if (owner_of(shape, is_along, i) == r && mask[i]) {
            memcpy(x + count * size, data.x + i * size, size);
            memcpy(y + count++ * size, data.y + i * size, size);
        }
    answer.depth = count + 1;
    judge(reduction, x, y, count, &answer, shape == CLR_SHAPE_LABELS ? "labels" : "a row");
}

static void try_shape(clr_shape shape, bool is_along, clr_type type, bool has_mask)
{
    const uint64_t extents[] = {ROWS, COLUMNS};
    const clr_axes axes = {
        .size = sizeof axes, .rank = 2, .reduced = 1U << is_along, .extents = extents};
    const size_t results = results_of(shape, is_along);
    static const uint32_t begins[] = {0, 1, 2, 2, 400, ALL};
    static uint32_t labels[ALL];
    static unsigned char mask[ALL], values[ASKED][ALL * 8];
    static cl_int statuses[ASKED][ALL];
    clr_host_arrays arrays[ASKED];
    clr_reduction reductions[ASKED];
    clr_host_run run = {.size = sizeof run,
                        .shape = shape,
                        .inputs = {data.x, data.y},
                        .count = ALL,
                        .arrays = arrays};

    reductions_of(type, CLR_ACCURACY_DEFAULT, CLR_NAN_IGNORE, reductions);
    for (size_t i = 0; i < ALL; i++) {
        labels[i] = (uint32_t)owner_of(CLR_SHAPE_LABELS, false, i);
        mask[i] = !has_mask || (i % 3 != 0 && (i < 400 || i > 700));
    }
    for (size_t i = 0; i < ASKED; i++)
        arrays[i] =
            (clr_host_arrays){.size = sizeof *arrays, .value = values[i], .status = statuses[i]};
    if (shape == CLR_SHAPE_AXES) {
        run.axes = &axes;
    } else {
        run.by = shape == CLR_SHAPE_LABELS ? labels : begins;
        run.by_type = CLR_TYPE_U32;
        run.results = results;
    }
    if (has_mask) {
        run.mask_kind = CLR_MASK_BYTES;
        run.mask = mask;
    }
    assert_ok(rig, clr_reduce_shape(rig->context, reductions, ASKED, &run));
    for (size_t k = 0; k < ASKED; k++)
        for (size_t r = 0; r < results; r++)
            judge_result(&reductions[k], shape, is_along, r, mask, values[k], statuses[k][r]);
}

static void try_shapes(clr_type type)
{
    make_data(type, 0, ALL);
    if (oracle_is_float(type)) {
        oracle_store(type, data.x, 7, (double)NAN);
        oracle_store(type, data.y, 500, (double)NAN);
        oracle_store(type, data.x, 900, (double)INFINITY);
    }
    try_shape(CLR_SHAPE_AXES, true, type, false);
    try_shape(CLR_SHAPE_AXES, false, type, true);
    try_shape(CLR_SHAPE_SEGMENTS, false, type, false);
    try_shape(CLR_SHAPE_LABELS, false, type, true);
}

TEST(shapes_of_f32)
{
    try_shapes(CLR_TYPE_F32);
}

TEST(shapes_of_i32)
{
    try_shapes(CLR_TYPE_I32);
}

/* ---- what has no variance, and what is easy to see ---- */

static const struct few {
    double x[4], y[4];
    uint64_t count, ddof;
    double right[2]; /* with frequencies, with reliabilities */
} fews[] = {
    {{1, 3}, {1, 1}, 2, 0, {1, 1}},
    {{1, 3}, {1, 1}, 2, 1, {2, 2}},
    {{1, 3}, {2, 2}, 2, 1, {4.0 / 3, 2}},           /* 1, 1, 3, 3 */
    {{1, 3}, {1e200, 1e200}, 2, 1, {1, 2}},         /* whose squares overflow */
    {{1, 3}, {0x1p-1000, 0x1p-1000}, 2, 0, {1, 1}}, /* ... or vanish */
    {{1, 3}, {0x1p-1000, 0x1p-1000}, 2, 1, {(double)NAN, 2}},
    {{5, 1, 3}, {0, 1, 1}, 3, 0, {1, 1}},
    {{-9, 5, 5}, {0, 1, 7}, 3, 0, {0, 0}},
    {{1e300, 5, 5}, {0, 1, 7}, 3, 0, {0, 0}},
    {{1, 3}, {0, 0}, 2, 0, {(double)NAN, (double)NAN}},
    {{1, 3}, {0.5, 0.5}, 2, 1, {(double)NAN, 2}},  /* a sum of weights of ddof */
    {{1, 3}, {0.5, 0.25}, 2, 1, {(double)NAN, 2}}, /* ... and below it */
    {{1}, {8}, 1, 1, {0, (double)NAN}},
    {{1, 3, 4}, {1, -1, 9}, 3, 0, {(double)NAN, (double)NAN}},
    {{1, 3, 4}, {1, -0.0, 1}, 3, 0, {2.25, 2.25}},
    {{1, (double)INFINITY, 4}, {1, 1, 1}, 3, 0, {(double)NAN, (double)NAN}},
    {{1, -(double)INFINITY, 4}, {1, 0, 1}, 3, 0, {(double)NAN, (double)NAN}},
    {{1, 2, 4}, {1, (double)INFINITY, 1}, 3, 0, {(double)NAN, (double)NAN}},
    {{1, 2, (double)NAN}, {1, 1, 0}, 3, 0, {(double)NAN, (double)NAN}},
    {{1, 2}, {1, (double)NAN}, 2, 0, {(double)NAN, (double)NAN}},
    {{1, 2}, {0x1p1023, 0x1p1023}, 2, 0, {(double)NAN, (double)NAN}}, /* a sum beyond f64 */
};

TEST(edges_are_as_the_header_says)
{
    for (size_t i = 0; i < COUNT(fews); i++)
        for (int k = 0; k < 2; k++) {
            const struct few *few = &fews[i];
            clr_reduction reduction =
                CLR_REDUCTION(k ? CLR_OPERATOR_RWVAR : CLR_OPERATOR_WVAR, CLR_TYPE_F64);
            double got = -1;

            reduction.ddof = few->ddof;
            assert_ok(rig, clr_reduce_pair(rig->context, &reduction, few->x, few->y, few->count,
                                           &got, sizeof got));
            if (isnan(few->right[k]) ? !isnan(got) : !(fabs(got - few->right[k]) <= 1e-15 * got))
                fail_msg("case %u, %s: %g instead of %g", (unsigned)i,
                         clr_operator_name(reduction.op), got, few->right[k]);
        }
}

/* Wherever it lies, also where nothing is joined after it. */
TEST(an_infinity_has_no_variance)
{
    enum { LONGEST = 1024 };
    static double x[LONGEST], y[LONGEST];
    clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_WVAR, CLR_TYPE_F64);

    reduction.accuracy = CLR_ACCURACY_FAST;
    for (size_t n = 1; n <= LONGEST; n *= 2)
        for (size_t at = n / 2; at < n; at += n / 8 + 1) {
            double got = -1;

            for (size_t i = 0; i < n; i++) {
                x[i] = i >= at ? (double)INFINITY : (double)i;
                y[i] = 1;
            }
            assert_ok(rig, clr_reduce_pair(rig->context, &reduction, x, y, n, &got, sizeof got));
            if (!isnan(got))
                fail_msg("%u elements, infinite from %u on: %g", (unsigned)n, (unsigned)at, got);
        }
}

TEST(no_pairs_have_none)
{
    const clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_WSTD, CLR_TYPE_F64);
    double got = 0;

    assert_error(rig, CLR_ERROR_EMPTY,
                 clr_reduce_pair(rig->context, &reduction, &got, &got, 0, &got, sizeof got),
                 "wstd");
}

TEST(level_exact_is_refused)
{
    clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_RWVAR, CLR_TYPE_F64);
    clr_plan *plan;

    reduction.accuracy = CLR_ACCURACY_EXACT;
    assert_error(rig, CLR_ERROR_UNSUPPORTED,
                 clr_plan_create(rig->context, &reduction, 1, NULL, &plan),
                 "there is no level exact for rwvar");
}

void before_all(void)
{
    rig = rig_at(0);
}
