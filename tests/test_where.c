/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Elements that are masked out, by a condition or by a mask: what is left comes to what an array of
 * it alone does, by the oracle, for every operator on some types. Indices count all elements.
 */
#include "oracle.h"
#include "subject.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

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

/* What is taken of two arrays, one behind the other, and where it was. */
struct left {
    unsigned char *bytes[2];
    uint64_t *places;
    size_t count;
};

static struct left left_of(const struct density *density, const unsigned char *const data[2],
                           size_t element, size_t count)
{
    struct left left = {{malloc(count * element + 1), malloc(count * element + 1)},
                        malloc((count + 1) * sizeof *left.places),
                        0};

    for (size_t i = 0; i < count; i++) {
        if (!is_taken(density, i))
            continue;
        for (size_t k = 0; k < 2; k++)
            memcpy(left.bytes[k] + left.count * element, data[k] + i * element, element);
        left.places[left.count++] = i;
    }
    return left;
}

static void left_free(struct left *left)
{
    free(left->bytes[0]);
    free(left->bytes[1]);
    free(left->places);
}

/* Where in what is left the element is that was number `index`; too far if it is not. */
static uint64_t place_in(const struct left *left, uint64_t index)
{
    for (size_t k = 0; k < left->count; k++)
        if (left->places[k] == index)
            return k;
    return UINT64_MAX - 1;
}

/* ---- masks ---- */

enum { BEFORE = 5 }; /* elements of a mask before the first, which lies on no boundary */

/* A mask of `count` elements, not taken before them nor behind: the byte of one that is is not 0. */
static cl_mem mask_of(const struct rig *rig, enum way way, const struct density *density,
                      size_t count)
{
    const size_t size = BEFORE + count;
    unsigned char *mask = calloc(size + 1, 1);
    cl_mem buffer;

    for (size_t i = 0; i < count; i++) {
        const size_t at = BEFORE + i;

        if (!is_taken(density, i))
            continue;
        if (way == BY_BYTES)
            mask[at] = (unsigned char)(1u << i % 8);
        else
            mask[at / 8] |= (unsigned char)(1u << at % 8);
    }
    buffer = buffer_of(rig, mask, way == BY_BYTES ? size : (size + 7) / 8);
    free(mask);
    return buffer;
}

/* ---- judging ---- */

static void judge(const clr_reduction *reduction, const clr_result *result, const struct left *left,
                  uint64_t depth, const unsigned char *record, const char *what)
{
    const oracle_question question = {reduction->op, reduction->type, reduction->nan,
                                      reduction->overflow, reduction->ddof};
    oracle_answer answer = {
        .type = result->type,
        .value = record + result->offset,
        .depth = depth,
        .is_exact = result->accuracy == CLR_ACCURACY_EXACT,
        .accumulator = result->accumulator,
    };
    oracle_value truth;
    char why[256];

    if (result->second_offset != CLR_UNKNOWN)
        answer.second = record + result->second_offset;
    if (result->status_offset != CLR_UNKNOWN) {
        cl_int status;

        memcpy(&status, record + result->status_offset, sizeof status);
        answer.status = (clr_status)status;
    }
    if (result->index_offset != CLR_UNKNOWN) {
        memcpy(&answer.index, record + result->index_offset, sizeof answer.index);
        answer.index = place_in(left, answer.index);
    }
    oracle_reduce(&question, left->bytes[0],
                  reduction->op == CLR_OPERATOR_DOT ? left->bytes[1] : NULL, left->count, &truth);
    if (!oracle_accepts(&truth, &answer, why, sizeof why))
        fail_msg("%s of %s, %s, %zu left: %s", clr_operator_name(reduction->op),
                 clr_type_name(reduction->type), what, left->count, why);
    oracle_clear(&truth);
}

/* ---- plans of all operators ---- */

enum { SETS = 2 };

/* The operators that a type has, in plans that are not too many. */
static size_t operators_of(clr_type type, size_t set, clr_operator ops[CLR_REDUCTIONS_MOST])
{
    size_t count = 0;

    for (int op = 1; clr_operator_name((clr_operator)op); op++)
        if (clr_operator_result((clr_operator)op, type) && (size_t)op % SETS == set)
            ops[count++] = (clr_operator)op;
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
        mask.mask = mask_of(t->rig, t->way, density, count);
        run.mask = &mask;
    }
    assert_ok(t->rig, clr_plan_run(plan, &run));
    assert_int_equal(clFinish(t->rig->queue), CL_SUCCESS);
    if (mask.mask)
        clReleaseMemObject(mask.mask);
    snprintf(what, sizeof what, "by %s, %s, seed %llu, %zu elements from %zu, NaN policy %d",
             way_names[t->way], density->where, (unsigned long long)t->seed, count, first, (int)t->nan);
    for (size_t i = 0; i < info.reductions; i++) {
        clr_result result = {.size = sizeof result};

        assert_ok(t->rig, clr_plan_result(plan, i, &result));
        judge(&reductions[i], &result, &left, clr_plan_depth(plan, count), record, what);
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
    for (size_t c = 0; c < COUNT(counts); c++)
        run_and_judge(t, plan, reductions, density, (const unsigned char *const *)data, buffers,
                      c % 4, counts[c]);
    clr_plan_destroy(plan);
    for (size_t k = 0; k < 2; k++) {
        clReleaseMemObject(buffers[k]);
        free(data[k]);
    }
}

static void operators_see_what_is_left(void **state)
{
    static const clr_type types[] = {CLR_TYPE_F32, CLR_TYPE_I8, CLR_TYPE_U32, CLR_TYPE_F16,
                                     CLR_TYPE_I64, CLR_TYPE_F64};
    const uint64_t seed = test_number("CLR_TEST_SEED", 1);

    (void)state;
    for (size_t r = 0; r < rig_count(); r++)
        for (size_t k = 0; k < (test_scope() <= SCOPE_SMALL ? 2 : COUNT(types)); k++)
            for (size_t d = 0; d < COUNT(densities); d++) {
                const struct trial t = {
                    .rig = rig_at(r),
                    .type = types[k],
                    .nan = d % 2 ? CLR_NAN_IGNORE : CLR_NAN_PROPAGATE,
                    .accuracy = CLR_ACCURACY_FAST,
                    .way = (enum way)((d + k) % WAYS),
                    .kind = d % 2 ? ORACLE_SPECIAL : d == 2 ? ORACLE_EXTREMES : ORACLE_UNIFORM,
                    .seed = seed + d,
                };

                if (test_scope() > SCOPE_FEW || d == 2 || d == 0)
                    check_set(&t, (d + k) % SETS, &densities[d]);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_see_what_is_left),
    };
    const int failures = leaks_looked_for(cmocka_run_group_tests(tests, NULL, NULL));

    rigs_destroy();
    return failures;
}
