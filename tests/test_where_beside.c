/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Conditions and masks beside what else there is: exact sums, maps, other reductions of the plan,
 * operators of the caller's own, parts; and what is refused.
 */
#include "masked.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 3000, BEFORE = 3 };

static bool is_taken(size_t i)
{
    return i * 40503 % 65536 < 30000;
}

/* A mask of bits by is_taken() of `count` elements from number `first` on. */
static cl_mem mask_from(const struct rig *rig, clr_mask_kind kind, size_t first, size_t count)
{
    bool taken[MOST];

    for (size_t i = 0; i < count; i++)
        taken[i] = is_taken(first + i);
    return mask_of(rig, kind, taken, BEFORE, count);
}

static clr_plan *make(const struct rig *rig, const clr_reduction *reductions, size_t count,
                      clr_mask_kind kind)
{
    clr_plan_options options = clr_plan_options_defaults();
    clr_plan *plan = NULL;

    options.mask = kind;
    assert_ok(rig, clr_plan_create(rig->context, reductions, count, &options, &plan));
    return plan;
}

/* ---- exact sums ---- */

static void check_exact(const struct rig *rig, clr_type type, const clr_operator *ops, size_t count,
                        oracle_data kind)
{
    const size_t element = clr_type_size(type);
    unsigned char *data = malloc(MOST * element);
    struct left left = left_make(MOST, element);
    clr_reduction reductions[4];
    clr_mask mask = clr_mask_defaults();
    clr_plan_info info = clr_plan_info_defaults();
    clr_run run = clr_run_defaults();
    unsigned char record[200];
    clr_plan *plan;
    cl_mem x;

    oracle_fill(kind, 5, type, data, MOST);
    for (size_t i = 0; i < MOST; i++)
        if (is_taken(i))
            left_add(&left, data + i * element, data + i * element, element, i);
    for (size_t i = 0; i < count; i++) {
        reductions[i] = clr_reduction_of(ops[i], type);
        reductions[i].accuracy = CLR_ACCURACY_EXACT;
    }
    x = buffer_of(rig, data, MOST * element);
    mask.mask = mask_from(rig, CLR_MASK_BITS, 0, MOST);
    mask.first = BEFORE;
    plan = make(rig, reductions, count, CLR_MASK_BITS);
    run.queue = rig->queue;
    run.host = record;
    run.mask = &mask;
    assert_ok(rig, clr_plan_describe(plan, &info));
    for (uint64_t i = 0; i < info.inputs; i++)
        run.inputs[i] = (clr_span){x, 0, MOST};
    assert_ok(rig, clr_plan_run(plan, &run));
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
    for (size_t i = 0; i < count; i++) {
        clr_result result = {.size = sizeof result};

        assert_ok(rig, clr_plan_result(plan, i, &result));
        judge_left(&reductions[i], &result, &left, 1,
                   &(const struct got){.value = record + result.offset, .status = CLR_OK}, "exact");
    }
    clr_plan_destroy(plan);
    clReleaseMemObject(mask.mask);
    clReleaseMemObject(x);
    left_free(&left);
    free(data);
}

TEST(exact_sums_are_of_what_is_left)
{
    static const clr_operator ops[][4] = {
        {CLR_OPERATOR_SUM, CLR_OPERATOR_MEAN},
        {CLR_OPERATOR_DOT, CLR_OPERATOR_SUMSQ, CLR_OPERATOR_NRM2, CLR_OPERATOR_STD}};

    for (size_t d = 0; d < rig_count(); d++) {
        check_exact(rig_at(d), CLR_TYPE_F32, ops[0], 2, ORACLE_WIDE);
        if (test_scope() <= SCOPE_SMALL)
            continue;
        check_exact(rig_at(d), CLR_TYPE_F32, ops[1], 4, ORACLE_UNIFORM);
        check_exact(rig_at(d), CLR_TYPE_F64, ops[0], 2, ORACLE_WIDE);
        check_exact(rig_at(d), CLR_TYPE_F64, ops[1], 4, ORACLE_UNIFORM);
    }
}

/* ---- maps, other reductions, two inputs ---- */

TEST(reductions_have_their_own)
{
    clr_reduction reductions[] = {CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I16),
                                  CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I16),
                                  CLR_REDUCTION(CLR_OPERATOR_MAX, CLR_TYPE_I16),
                                  CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I16),
                                  CLR_REDUCTION(CLR_OPERATOR_DOT, CLR_TYPE_I16)};
    int16_t x[MOST], y[MOST];
    int64_t sums[4] = {0};
    int16_t most = INT16_MIN;

    reductions[0].where = "x > 0";
    reductions[1].where = "x > 0"; /* the condition sees x, not the map's value */
    reductions[1].map = "-x";
    reductions[3].where = "i < n / 2 && y != 3";
    reductions[4].where = "y - 1.5 > 0";
    oracle_fill(ORACLE_UNIFORM, 1, CLR_TYPE_I16, x, MOST);
    oracle_fill(ORACLE_SMALL, 2, CLR_TYPE_I16, y, MOST);
    for (size_t i = 0; i < MOST; i++) {
        sums[0] += x[i] > 0 ? x[i] : 0;
        sums[1] -= x[i] > 0 ? x[i] : 0;
        sums[2] += i < MOST / 2 && y[i] != 3 ? x[i] : 0;
        sums[3] += y[i] > 1 ? x[i] * y[i] : 0;
        most = x[i] > most ? x[i] : most;
    }
    for (size_t d = 0; d < rig_count(); d++) {
        const struct rig *rig = rig_at(d);
        clr_plan *plan = make(rig, reductions, COUNT(reductions), CLR_MASK_NONE);
        cl_mem buffers[] = {buffer_of(rig, x, sizeof x), buffer_of(rig, y, sizeof y)};
        struct {
            int64_t positive, negated;
            int16_t most;
            int64_t half, dot;
        } got;

        assert_ok(rig,
                  clr_plan_run(plan, RUN(.queue = rig->queue,
                                         .inputs = {{buffers[0], 0, MOST}, {buffers[1], 0, MOST}},
                                         .host = &got)));
        assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
        assert_int_equal(got.positive, sums[0]);
        assert_int_equal(got.negated, sums[1]);
        assert_int_equal(got.most, most);
        assert_int_equal(got.half, sums[2]);
        assert_int_equal(got.dot, sums[3]);
        clr_plan_destroy(plan);
        clReleaseMemObject(buffers[0]);
        clReleaseMemObject(buffers[1]);
    }
}

/* A NaN is not 0, so what a condition makes of it is taken; and is what it is to the reduction. */
TEST(nan_is_not_zero)
{
    const float x[] = {0.0f, -0.0f, (float)NAN, 3.0f};
    clr_reduction count = clr_reduction_of(CLR_OPERATOR_COUNT, CLR_TYPE_F32);

    count.where = "x";
    for (size_t d = 0; d < rig_count(); d++) {
        const struct rig *rig = rig_at(d);
        clr_plan *plan = make(rig, &count, 1, CLR_MASK_NONE);
        cl_mem buffer = buffer_of(rig, x, sizeof x);
        uint64_t got = 0;

        run_plan(rig, plan, buffer, 0, COUNT(x), &got);
        assert_int_equal(got, 2);
        clr_plan_destroy(plan);
        clReleaseMemObject(buffer);
    }
}

/* Where all elements are as bad as can be the first that is taken is the answer; without any, none.
 */
TEST(the_first_that_is_taken_is_found)
{
    static const char *const wheres[] = {"i >= 5", "i < 0"};
    static const cl_int statuses[] = {CLR_OK, CLR_ERROR_EMPTY};
    int32_t x[40];

    for (size_t i = 0; i < COUNT(x); i++)
        x[i] = INT32_MAX;
    for (size_t d = 0; d < rig_count(); d++)
        for (size_t k = 0; k < COUNT(wheres); k++) {
            const struct rig *rig = rig_at(d);
            clr_reduction least = clr_reduction_of(CLR_OPERATOR_ARGMIN, CLR_TYPE_I32);
            cl_mem buffer = buffer_of(rig, x, sizeof x);
            clr_plan *plan;
            struct {
                struct {
                    int32_t value;
                    uint64_t index;
                } least;
                cl_int status;
            } got;

            least.where = wheres[k];
            plan = make(rig, &least, 1, CLR_MASK_NONE);
            run_plan(rig, plan, buffer, 0, COUNT(x), &got);
            assert_int_equal(got.status, statuses[k]);
            if (k == 0)
                assert_int_equal(got.least.index, 5);
            clr_plan_destroy(plan);
            clReleaseMemObject(buffer);
        }
}

/* ---- operators of the caller's own ---- */

/* The first and the last element that is taken, in order: combining minds it. */
static const char *const ends_text =
    "typedef struct { ulong first, last; } state;\n"
    "typedef struct { ulong first, last, n; } result;\n"
    "state identity(void) { state s = {~0UL, ~0UL}; return s; }\n"
    "state lift(element x, ulong i) { state s = {i, i}; return s; }\n"
    "state combine(state a, state b)\n"
    "{ state s = {a.first == ~0UL ? b.first : a.first, b.last == ~0UL ? a.last : b.last};\n"
    "  return s; }\n"
    "result lower(state s, ulong n) { result r = {s.first, s.last, n}; return r; }\n";

TEST(own_operators_are_not_given_it)
{
    const clr_custom custom = {.size = sizeof custom, .source = ends_text};
    clr_reduction ends = clr_reduction_of(CLR_OPERATOR_CUSTOM, CLR_TYPE_U8);
    uint8_t x[MOST] = {0};

    ends.custom = &custom;
    ends.where = "x == 7";
    x[500] = x[1200] = x[1201] = x[2500] = 7;
    for (size_t d = 0; d < rig_count(); d++) {
        const struct rig *rig = rig_at(d);
        clr_plan *plan = make(rig, &ends, 1, CLR_MASK_NONE);
        cl_mem buffer = buffer_of(rig, x, sizeof x);
        uint64_t got[3] = {0};

        run_plan(rig, plan, buffer, 100, MOST - 100, got);
        assert_int_equal(got[0], 400);
        assert_int_equal(got[1], 2400);
        assert_int_equal(got[2], MOST - 100);
        clr_plan_destroy(plan);
        clReleaseMemObject(buffer);
    }
}

/* ---- parts ---- */

TEST(parts_have_masks_of_their_own)
{
    static const size_t cuts[] = {0, 1001, 1001, 2222, MOST};
    clr_reduction reductions[] = {CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32),
                                  CLR_REDUCTION(CLR_OPERATOR_ARGMIN, CLR_TYPE_I32)};
    int32_t x[MOST];
    int64_t sum = 0;
    size_t least = MOST;

    oracle_fill(ORACLE_UNIFORM, 3, CLR_TYPE_I32, x, MOST);
    for (size_t i = 0; i < MOST; i++)
        if (is_taken(i)) {
            sum += x[i];
            least = least == MOST || x[i] < x[least] ? i : least;
        }
    for (size_t d = 0; d < rig_count(); d++) {
        const struct rig *rig = rig_at(d);
        clr_plan *plan = make(rig, reductions, 2, CLR_MASK_BYTES);
        cl_mem buffer = buffer_of(rig, x, sizeof x);
        cl_mem masks[COUNT(cuts)];
        struct {
            int64_t sum;
            struct {
                int32_t value;
                uint64_t index;
            } least;
            cl_int status;
        } got;

        for (size_t k = 0; k + 1 < COUNT(cuts); k++) {
            clr_mask mask = clr_mask_defaults();

            masks[k] = mask_from(rig, CLR_MASK_BYTES, cuts[k], cuts[k + 1] - cuts[k]);
            mask.mask = masks[k];
            mask.first = BEFORE;
            assert_ok(
                rig,
                clr_plan_run(plan, RUN(.queue = rig->queue,
                                       .inputs = {{buffer, cuts[k], cuts[k + 1] - cuts[k]}},
                                       .part = k + 2 < COUNT(cuts) ? CLR_PART_MORE : CLR_PART_LAST,
                                       .host = k + 2 < COUNT(cuts) ? NULL : &got, .mask = &mask)));
        }
        assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
        assert_int_equal(got.sum, sum);
        assert_int_equal(got.least.index, least);
        assert_int_equal(got.least.value, x[least]);
        assert_int_equal(got.status, CLR_OK);
        for (size_t k = 0; k + 1 < COUNT(cuts); k++)
            clReleaseMemObject(masks[k]);
        clr_plan_destroy(plan);
        clReleaseMemObject(buffer);
    }
}

/* ---- what is refused ---- */

static void refuse_plan(const struct rig *rig, const clr_reduction *reduction,
                        const clr_plan_options *options, clr_status status, const char *part)
{
    clr_plan *plan = NULL;

    assert_error(rig, status, clr_plan_create(rig->context, reduction, 1, options, &plan), part);
    assert_null(plan);
}

TEST(plans_that_cannot_be)
{
    const struct rig *rig = rig_at(0);
    const clr_custom custom = {.size = sizeof custom, .source = "", .element_size = 4};
    clr_plan_options options = clr_plan_options_defaults();
    clr_reduction sum = clr_reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    clr_reduction own = clr_reduction_of(CLR_OPERATOR_CUSTOM, CLR_TYPE_DEFAULT);
    clr_block block = clr_block_defaults();
    clr_block_info info = clr_block_info_defaults();

    sum.where = "x > ";
    refuse_plan(rig, &sum, NULL, CLR_ERROR_ARGUMENT, "clr_reduction.where: column 5");
    sum.where = "";
    refuse_plan(rig, &sum, NULL, CLR_ERROR_ARGUMENT,
                "clr_reduction.where: column 1 of the condition: the expression is empty");
    own.custom = &custom;
    own.where = "x > 0";
    refuse_plan(rig, &own, NULL, CLR_ERROR_ARGUMENT, "clr_reduction.where");
    sum.where = "x > 0";
    block.reduction = &sum;
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_device_source(rig->context, &block, &info),
                 "clr_reduction.where");
    options.mask = (clr_mask_kind)3;
    refuse_plan(rig, &sum, &options, CLR_ERROR_ARGUMENT, "clr_mask_kind");
}

TEST(runs_that_cannot_be)
{
    const struct rig *rig = rig_at(0);
    const clr_reduction sum = clr_reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const int64_t strides[] = {1};
    int32_t x[100] = {0};
    cl_mem buffer = buffer_of(rig, x, sizeof x);
    cl_mem bytes = buffer_of(rig, x, 99), bits = buffer_of(rig, x, 12);
    cl_mem shut =
        clCreateBuffer(clr_context_opencl(rig->context), CL_MEM_WRITE_ONLY, 200, NULL, NULL);
    clr_plan *bare = make(rig, &sum, 1, CLR_MASK_NONE);
    clr_plan *plan = make(rig, &sum, 1, CLR_MASK_BYTES);
    clr_plan *short_plan = make(rig, &sum, 1, CLR_MASK_BITS);
    clr_mask mask = clr_mask_defaults();
    int64_t got;
    clr_run run = *RUN(.queue = rig->queue, .inputs = {{buffer, 0, 100}}, .host = &got);

    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_run(plan, &run), "clr_run.mask is NULL");
    run.mask = &mask;
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_run(bare, &run), "clr_plan_options.mask");
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_run(plan, &run), "clr_mask.mask is NULL");
    mask.mask = bytes;
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_run(plan, &run), "clr_mask.mask");
    mask.mask = bits;
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_run(short_plan, &run), "clr_mask.mask");
    mask.first = UINT64_MAX - 50;
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_run(short_plan, &run), "clr_mask.mask");
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_run(plan, &run), "clr_mask.mask");
    mask.first = 0;
    mask.mask = shut;
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_run(plan, &run), "write-only");
    mask.mask = buffer;
    mask.strides = strides;
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_run(plan, &run), "clr_mask.strides");
    mask.strides = NULL;
    run.host = NULL;
    run.output = buffer;
    run.output_index = 20; /* behind the elements that are read, and in the mask */
    run.inputs[0].count = 10;
    mask.first = 155;
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_run(plan, &run), "overlap");
    mask.first = 10 * 4;
    assert_ok(rig, clr_plan_run(plan, &run));
    run.inputs[0].count = 0; /* nothing is read */
    mask.mask = NULL;
    assert_ok(rig, clr_plan_run(plan, &run));
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
    clr_plan_destroy(bare);
    clr_plan_destroy(plan);
    clr_plan_destroy(short_plan);
    clReleaseMemObject(buffer);
    clReleaseMemObject(bytes);
    clReleaseMemObject(bits);
    clReleaseMemObject(shut);
}
