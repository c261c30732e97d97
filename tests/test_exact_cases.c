/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The cases of tests/cases/exact.txt on every device, by several strategies, and through
 * accumulators that the host rounds. Cases of one type and policy share plans, of as many
 * reductions as one takes, so that few kernels are compiled.
 */
#include "exact_case.h"
#include "support.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH CLR_SOURCE_FOLDER "/tests/cases/exact.txt"

enum { CASES_MOST = 4096, GROUPS_MOST = 64, RECORD_MOST = 512, SHORT = 64 };

static const char *const strategies[] = {"auto", "one-group", "grid-stride", "ticket", "two-pass"};

/* Cases whose reductions are computed by one plan. */
struct group {
    clr_reduction reductions[CLR_REDUCTIONS_MOST];
    size_t count;
};

static exact_case cases[CASES_MOST];
static size_t case_count;

static struct group groups[GROUPS_MOST];
static size_t group_count;

/* Of each case, its group and which of the group's reductions it is. */
static struct {
    size_t group, index;
} places[CASES_MOST];

/* ---- grouping ---- */

static bool is_same(const clr_reduction *a, const clr_reduction *b)
{
    return a->op == b->op && a->result == b->result;
}

static bool go_together(const clr_reduction *a, const clr_reduction *b)
{
    return a->type == b->type && a->nan == b->nan && a->ddof == b->ddof &&
           exact_case_inputs(a->op) == exact_case_inputs(b->op);
}

/* Whether the group has the reduction, or takes it; `*index` is its place. */
static bool takes(struct group *group, const clr_reduction *reduction, size_t *index)
{
    if (group->count > 0 && !go_together(&group->reductions[0], reduction))
        return false;
    for (*index = 0; *index < group->count; ++*index)
        if (is_same(&group->reductions[*index], reduction))
            return true;
    if (group->count == CLR_REDUCTIONS_MOST)
        return false;
    group->reductions[group->count++] = *reduction;
    return true;
}

static void place(size_t number)
{
    size_t group = 0;

    while (!takes(&groups[group], &cases[number].reduction, &places[number].index))
        assert_true(++group < GROUPS_MOST);
    places[number].group = group;
    group_count = group >= group_count ? group + 1 : group_count;
}

/* One kernel with columns and one with copies of bins, where there is room for them. */
static bool is_in_scope(const clr_reduction *r)
{
    return test_scope() != SCOPE_FEW || (r->nan == CLR_NAN_PROPAGATE && r->type == r->result &&
                                         ((r->op == CLR_OPERATOR_SUM && r->type == CLR_TYPE_F32) ||
                                          (r->op == CLR_OPERATOR_DOT && r->type == CLR_TYPE_F64)));
}

static void read_cases(void)
{
    FILE *file = fopen(PATH, "r");
    size_t number = 0;
    int found = 1;

    assert_non_null(file);
    while (case_count < CASES_MOST &&
           (found = exact_case_read(file, &number, &cases[case_count])) == 1)
        if (is_in_scope(&cases[case_count].reduction))
            place(case_count++);
    fclose(file);
    if (found != 0)
        fail_msg("%s: line %zu is no case", PATH, number);
}

/* ---- running ---- */

/* A group's plan, and the elements that it had last. */
struct subject {
    const struct rig *rig;
    const char *strategy;
    clr_plan *plan;
    const char *elements;
    cl_mem buffers[2];
    size_t inputs, count;
    unsigned char record[RECORD_MOST];
    clr_accumulator *kept[CLR_REDUCTIONS_MOST]; /* of the first strategy */
};

static void run_as(struct subject *s, clr_part part, void *record)
{
    clr_run run = {.size = sizeof run, .queue = s->rig->queue, .part = part, .host = record};

    for (size_t i = 0; i < s->inputs; i++)
        run.inputs[i] = (clr_span){s->buffers[i], 0, s->count};
    assert_ok(s->rig, clr_plan_run(s->plan, &run));
    assert_int_equal(clFinish(s->rig->queue), CL_SUCCESS);
}

static void forget(struct subject *s)
{
    for (size_t i = 0; i < s->inputs; i++)
        clReleaseMemObject(s->buffers[i]);
    for (size_t i = 0; i < CLR_REDUCTIONS_MOST; i++) {
        clr_accumulator_destroy(s->kept[i]);
        s->kept[i] = NULL;
    }
    s->inputs = 0;
}

static void keep(struct subject *s, const struct group *group)
{
    run_as(s, CLR_PART_MORE, NULL);
    for (size_t i = 0; i < group->count; i++)
        assert_ok(s->rig, clr_plan_accumulator(s->plan, i, &s->kept[i]));
    clr_plan_discard(s->plan);
}

/* Runs the plan on a case's elements, unless it has done so for the case before. */
static void run_elements(struct subject *s, const struct group *group, const exact_case *c)
{
    size_t size;
    char *x;

    if (s->elements && strcmp(s->elements, c->elements) == 0)
        return;
    forget(s);
    s->elements = c->elements;
    x = exact_case_elements(c->elements, c->reduction.type, exact_case_inputs(c->reduction.op),
                            &s->count);
    if (!x)
        fail_msg(PATH ":%zu: no elements of %s", c->number, clr_type_name(c->reduction.type));
    size = s->count * clr_type_size(c->reduction.type);
    for (; s->inputs < exact_case_inputs(c->reduction.op); s->inputs++)
        s->buffers[s->inputs] = buffer_of(s->rig, x + s->inputs * size, size);
    free(x);
    run_as(s, CLR_PART_WHOLE, s->record);
    if (s->strategy == strategies[0])
        keep(s, group);
}

/* ---- judging ---- */

static uint64_t bits_at(clr_type type, const void *at)
{
    uint16_t half;
    uint32_t single;
    uint64_t bits;

    if (clr_type_size(type) == sizeof half) {
        memcpy(&half, at, sizeof half);
        return half;
    }
    if (clr_type_size(type) == sizeof single) {
        memcpy(&single, at, sizeof single);
        return single;
    }
    memcpy(&bits, at, sizeof bits);
    return bits;
}

/* Quiet: the first bit of the fraction is set, besides all of the exponent. */
static bool is_nan(clr_type type, uint64_t bits)
{
    static const uint64_t quiet[] = {[CLR_TYPE_F16] = 0x7e00,
                                     [CLR_TYPE_BF16] = 0x7fc0,
                                     [CLR_TYPE_F32] = 0x7fc00000,
                                     [CLR_TYPE_F64] = UINT64_C(0x7ff8000000000000)};

    return (bits & quiet[type]) == quiet[type];
}

static void judge(const struct subject *s, const exact_case *c, const char *whose,
                  clr_status status, const void *value)
{
    const clr_type type = c->reduction.result;
    const uint64_t bits = status == CLR_OK ? bits_at(type, value) : 0;
    const bool is_right = c->is_empty ? status == CLR_ERROR_EMPTY
                          : c->is_nan ? status == CLR_OK && is_nan(type, bits)
                                      : status == CLR_OK && bits == c->bits;

    if (!is_right)
        fail_msg(PATH ":%zu: %s by %s on %s: %s, '%s', bits %" PRIx64, c->number,
                 clr_operator_name(c->reduction.op), s->strategy, s->rig->device->name, whose,
                 clr_status_name(status), bits);
}

static void judge_record(const struct subject *s, const exact_case *c, size_t index)
{
    clr_result result = {.size = sizeof result};
    cl_int status = CLR_OK;

    assert_int_equal(clr_plan_result(s->plan, index, &result), CLR_OK);
    assert_int_equal(result.type, c->reduction.result);
    assert_int_equal(result.accuracy, CLR_ACCURACY_EXACT);
    if (result.status_offset != CLR_UNKNOWN)
        memcpy(&status, s->record + result.status_offset, sizeof status);
    judge(s, c, "the device's", (clr_status)status, s->record + result.offset);
}

static void judge_kept(const struct subject *s, const exact_case *c, size_t index)
{
    uint64_t value = 0;
    const clr_status status =
        clr_accumulator_round(s->kept[index], &value, clr_type_size(c->reduction.result), NULL, 0);

    judge(s, c, "the accumulator's", status, &value);
}

/* ---- the product ---- */

/*
 * In the covering set every third group meets another strategy than the plan's own, by turns; the
 * small one has a third of the groups, and no other strategies.
 */
static bool is_covered(size_t group, size_t strategy)
{
    const bool is_third = group % 3 == 0;

    if (test_scope() == SCOPE_FULL)
        return true;
    if (test_scope() == SCOPE_FEW)
        return strategy == 0;
    if (test_scope() <= SCOPE_SMALL)
        return is_third && strategy == 0;
    return strategy == 0 || (is_third && strategy == 1 + group / 3 % (COUNT(strategies) - 1));
}

/* What simulators have no time for. */
static bool is_long(const exact_case *c)
{
    size_t count = 0;

    return sscanf(c->elements, "@%*s %*s %zu", &count) == 1 && count > SHORT;
}

static void run_group(struct subject *s, size_t group, const char *refusal, struct tally *tally)
{
    for (size_t i = 0; i < case_count; i++) {
        if (places[i].group != group)
            continue;
        if (!s->plan || (test_scope() <= SCOPE_SMALL && is_long(&cases[i]))) {
            tally_skip(tally, s->plan ? "too long for the small scope" : refusal);
            continue;
        }
        run_elements(s, &groups[group], &cases[i]);
        judge_record(s, &cases[i], places[i].index);
        if (s->kept[0])
            judge_kept(s, &cases[i], places[i].index);
        tally->run++;
    }
}

/* Makes the subject's plan; or there is none, and this is why. */
static const char *make_plan(struct subject *s, size_t group, const clr_plan_options *options)
{
    const clr_status status = clr_plan_create(s->rig->context, groups[group].reductions,
                                              groups[group].count, options, &s->plan);

    if (status != CLR_ERROR_UNSUPPORTED)
        assert_ok(s->rig, status);
    return clr_context_error(s->rig->context)->message;
}

static void check_strategy(const struct rig *rig, size_t strategy, struct tally *tally)
{
    for (size_t group = 0; group < group_count; group++) {
        const clr_plan_options options = {.size = sizeof options, .strategy = strategies[strategy]};
        struct subject s = {.rig = rig, .strategy = strategies[strategy]};
        const char *refusal = "left to another scope";

        if (is_covered(group, strategy))
            refusal = make_plan(&s, group, &options);
        run_group(&s, group, refusal, tally);
        forget(&s);
        clr_plan_destroy(s.plan);
    }
}

static void cases_have_their_bits(void **state)
{
    const size_t strategy = *(const size_t *)*state;
    struct tally tally = {0};

    for (size_t r = 0; r < rig_count(); r++)
        check_strategy(rig_at(r), strategy, &tally);
    tally_print(strategies[strategy], &tally);
    assert_int_equal(tally.run + tally.skipped, rig_count() * case_count);
    assert_true(tally.run > 0 || strategy > 0);
}

void before_all(void)
{
    static size_t numbers[COUNT(strategies)];

    read_cases();
    for (size_t i = 0; i < COUNT(strategies); i++) {
        numbers[i] = i;
        test_add(0, (struct CMUnitTest){.name = strategies[i],
                                        .test_func = cases_have_their_bits,
                                        .initial_state = &numbers[i]});
    }
}
