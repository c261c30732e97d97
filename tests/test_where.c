/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Elements that are masked out, by a condition or by a mask: what is left comes to what an array of
 * it alone does, by the oracle, for every operator on some types. Indices count all elements.
 */
#include "masked.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How elements are masked out. */
enum way { BY_WHERE, BY_BYTES, BY_BITS, WAYS };

static const char *const way_names[] = {"where", "bytes", "bits"};

/* Elements i for which (i * 40503) % 65536 is below `threshold` are taken. */
static const struct density {
    unsigned threshold;
    const char *where;
} densities[] = {
    {0, "(i * 40503) % 65536 < 0"},         {655, "(i * 40503) % 65536 < 655"},
    {32768, "(i * 40503) % 65536 < 32768"}, {64881, "(i * 40503) % 65536 < 64881"},
    {65536, "(i * 40503) % 65536 < 65536"},
};

enum { MOST = 20011 };

static bool is_taken(const struct density *density, uint64_t i)
{
    return i * 40503 % 65536 < density->threshold;
}

enum { BEFORE = 5 }; /* elements of a mask before the first, which lies on no boundary */

static cl_mem make_mask(const struct rig *rig, enum way way, const struct density *density,
                        size_t count)
{
    bool *taken = malloc(count + 1);
    cl_mem mask;

    for (size_t i = 0; i < count; i++)
        taken[i] = is_taken(density, i);
    mask = mask_of(rig, (clr_mask_kind)way, taken, BEFORE, count);
    free(taken);
    return mask;
}

static struct left left_of(const struct density *density, const unsigned char *const data[2],
                           size_t element, size_t count)
{
    struct left left = left_make(count, element);

    for (size_t i = 0; i < count; i++)
        if (is_taken(density, i))
            left_add(&left, data[0] + i * element, data[1] + i * element, element, i);
    return left;
}

/* What a record says of one of its reductions. */
static struct got got_of(const clr_result *result, const unsigned char *record)
{
    struct got got = {.value = record + result->offset, .status = CLR_OK};

    if (result->second_offset != CLR_UNKNOWN)
        got.second = record + result->second_offset;
    if (result->index_offset != CLR_UNKNOWN)
        memcpy(&got.index, record + result->index_offset, sizeof got.index);
    if (result->status_offset != CLR_UNKNOWN) {
        cl_int status;

        memcpy(&status, record + result->status_offset, sizeof status);
        got.status = (clr_status)status;
    }
    return got;
}

/* ---- plans of all operators ---- */

enum { SETS = 2 };

/* The operators that a type has, in plans that are not too many. Variances with weights, whose
 * kernels PoCL compiles for a minute here, are tried with masks by test_weights.c. */
static size_t operators_of(clr_type type, size_t set, clr_operator ops[CLR_REDUCTIONS_MOST])
{
    size_t count = 0;

    for (int op = 1; clr_operator_name((clr_operator)op) && op < CLR_OPERATOR_WVAR; op++)
        if (clr_operator_result((clr_operator)op, type) && (size_t)op % SETS == set) {
            assert_true(count < CLR_REDUCTIONS_MOST);
            ops[count++] = (clr_operator)op;
        }
    return count;
}

struct trial {
    const struct rig *rig;
    clr_type type;
    clr_nan nan;
    clr_accuracy accuracy;
    enum way way;
    oracle_data kind;
    uint64_t seed;
};

static clr_plan *make_plan(const struct trial *t, const clr_operator *ops, size_t count,
                           const struct density *density, clr_reduction *reductions)
{
    clr_plan_options options = clr_plan_options_defaults();
    clr_plan *plan = NULL;

    options.mask = (clr_mask_kind)t->way;
    for (size_t i = 0; i < count; i++) {
        reductions[i] = clr_reduction_of(ops[i], t->type);
        reductions[i].nan = t->nan;
        reductions[i].accuracy = t->accuracy;
        reductions[i].where = t->way == BY_WHERE ? density->where : NULL;
    }
    assert_ok(t->rig, clr_plan_create(t->rig->context, reductions, count, &options, &plan));
    return plan;
}

/* Runs the plan on two arrays, and asks the oracle what of it is right. */
static void run_and_judge(const struct trial *t, clr_plan *plan, const clr_reduction *reductions,
                          const struct density *density, const unsigned char *const data[2],
                          const cl_mem buffers[2], size_t first, size_t count)
{
    const size_t element = clr_type_size(t->type);
    const unsigned char *const at[2] = {data[0] + first * element, data[1] + first * element};
    struct left left = left_of(density, at, element, count);
    clr_plan_info info = {.size = sizeof info};
    unsigned char record[512];
    clr_run run = clr_run_defaults();
    clr_mask mask = clr_mask_defaults();
    char what[200];

    assert_ok(t->rig, clr_plan_describe(plan, &info));
    assert_true(info.result_size <= sizeof record);
    run.queue = t->rig->queue;
    for (size_t k = 0; k < info.inputs; k++)
        run.inputs[k] = (clr_span){buffers[k], first, count};
    run.host = record;
    mask.first = BEFORE;
    if (t->way != BY_WHERE) {
        mask.mask = make_mask(t->rig, t->way, density, count);
        run.mask = &mask;
    }
    assert_ok(t->rig, clr_plan_run(plan, &run));
    assert_int_equal(clFinish(t->rig->queue), CL_SUCCESS);
    if (mask.mask)
        clReleaseMemObject(mask.mask);
    snprintf(what, sizeof what, "by %s, %s, seed %llu, %zu elements from %zu, NaN policy %d",
             way_names[t->way], density->where, (unsigned long long)t->seed, count, first,
             (int)t->nan);
    for (size_t i = 0; i < info.reductions; i++) {
        clr_result result = {.size = sizeof result};
        struct got got;

        assert_ok(t->rig, clr_plan_result(plan, i, &result));
        got = got_of(&result, record);
        judge_left(&reductions[i], &result, &left, clr_plan_depth(plan, count), &got, what);
    }
    left_free(&left);
}

static void check_set(const struct trial *t, size_t set, const struct density *density)
{
    static const size_t counts[] = {2, 7, 333, MOST};
    const size_t element = clr_type_size(t->type);
    unsigned char *data[2] = {malloc((MOST + 3) * element), malloc((MOST + 3) * element)};
    clr_operator ops[CLR_REDUCTIONS_MOST];
    clr_reduction reductions[CLR_REDUCTIONS_MOST];
    const size_t count = operators_of(t->type, set, ops);
    clr_plan *plan = make_plan(t, ops, count, density, reductions);
    cl_mem buffers[2];

    for (size_t k = 0; k < 2; k++) {
        oracle_fill(t->kind, t->seed + k, t->type, data[k], MOST + 3);
        buffers[k] = buffer_of(t->rig, data[k], (MOST + 3) * element);
    }
    for (size_t c = 0; c < COUNT(counts) - (test_scope() == SCOPE_FEW); c++)
        run_and_judge(t, plan, reductions, density, (const unsigned char *const *)data, buffers,
                      c % 4, counts[c]);
    clr_plan_destroy(plan);
    for (size_t k = 0; k < 2; k++) {
        clReleaseMemObject(buffers[k]);
        free(data[k]);
    }
}

TEST(operators_see_what_is_left)
{
    static const clr_type types[] = {CLR_TYPE_F32, CLR_TYPE_I8,  CLR_TYPE_U32,
                                     CLR_TYPE_F16, CLR_TYPE_I64, CLR_TYPE_F64};
    const uint64_t seed = test_number("CLR_TEST_SEED", 1);

    for (size_t r = 0; r < rig_count(); r++)
        for (size_t k = 0; k < (test_scope() <= SCOPE_SMALL ? 2 : COUNT(types)); k++)
            for (size_t d = 0; d < COUNT(densities); d++) {
                const struct trial t = {
                    .rig = rig_at(r),
                    .type = types[k],
                    .nan = d % 2 ? CLR_NAN_IGNORE : CLR_NAN_PROPAGATE,
                    .accuracy = CLR_ACCURACY_FAST,
                    .way = (enum way)((d + k) % WAYS),
                    .kind = d % 2    ? ORACLE_SPECIAL
                            : d == 2 ? ORACLE_EXTREMES
                                     : ORACLE_UNIFORM,
                    .seed = seed + d,
                };

                if (test_scope() > SCOPE_SMALL || d == 2 ||
                    (test_scope() == SCOPE_SMALL ? (d + k) % 2 == 0 : d == 0))
                    check_set(&t, (d + k) / 2 % SETS, &densities[d]);
            }
}
