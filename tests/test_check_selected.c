/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of --check of operators that select, by forged results: the right one passes, and every
 * other element, index, count or status in its place does not. Needs no device.
 */
#include "check.h"
#include "unit.h"

#include <math.h>
#include <string.h>

enum { MOST = 5 }; /* one more than any right answer has */

/* A reduction, its right answer, and what is wrong in the place of each of its values. */
typedef struct subject {
    clr_reduction reduction;
    clr_status status;
    uint64_t values;
    double value[MOST];
    uint64_t index[MOST]; /* or of a mode how many elements have it */
} subject;

static const double some[] = {3, -0.0, 0, 7, 7, -2};
static const double with_nan[] = {3, (double)NAN, 0, 7};
static const double quantiles[] = {0, 0.5, 0.9};

#define OF(operator, ...)                                                                          \
    {                                                                                              \
        .size = sizeof(clr_reduction), .op = CLR_OPERATOR_##operator, .type = CLR_TYPE_F64,        \
        __VA_ARGS__                                                                                \
    }

static check_verdict judge(const subject *s, const double *elements, uint64_t count,
                           uint64_t stride)
{
    const void *inputs[] = {elements};
    char sentence[CHECK_SENTENCE_SIZE];
    double value[2 * MOST] = {0};
    uint64_t index[2 * MOST] = {0};
    check host;

    for (uint64_t v = 0; v < s->values; v++) {
        value[v * stride] = s->value[v];
        index[v * stride] = s->index[v];
    }
    /* counts are u64 */
    const uint64_t whole = (uint64_t)fmax(s->value[0], 0);
    const bool is_count = s->reduction.op == CLR_OPERATOR_UNIQUE;
    const check_selected claim = {.reduction = &s->reduction,
                                  .status = s->status,
                                  .type = is_count ? CLR_TYPE_U64 : CLR_TYPE_F64,
                                  .values = s->values,
                                  .stride = stride,
                                  .value = is_count ? (const void *)&whole : value,
                                  .index = s->reduction.k != 0 ? index : NULL,
                                  .count = s->reduction.op == CLR_OPERATOR_MODE ? index : NULL};
    check_start(&host, &s->reduction);
    return check_judge_selected(&host, &claim, inputs, count, sentence);
}

/* The right answer passes, at any stride; with one number changed it does not. */
static void forge(subject s, const double *elements, uint64_t count)
{
    subject wrong = s;

    for (uint64_t stride = 1; stride < 3; stride++)
        assert_int_equal(judge(&s, elements, count, stride), CHECK_AGREES);
    wrong.status = s.status == CLR_OK ? CLR_ERROR_EMPTY : CLR_OK;
    assert_int_equal(judge(&wrong, elements, count, 1), CHECK_DIFFERS);
    for (uint64_t v = 0; s.status == CLR_OK && v < s.values; v++) {
        wrong = s;
        wrong.value[v] = isnan(s.value[v]) ? 1
                                           : nextafter(s.value[v], INFINITY) +
                                                 (s.reduction.op == CLR_OPERATOR_UNIQUE);
        assert_int_equal(judge(&wrong, elements, count, 1), CHECK_DIFFERS);
        wrong = s;
        wrong.index[v]++;
        if (s.reduction.k != 0 || s.reduction.op == CLR_OPERATOR_MODE)
            assert_int_equal(judge(&wrong, elements, count, 1), CHECK_DIFFERS);
    }
    wrong = s;
    wrong.values++;
    if (s.reduction.k != 0)
        assert_int_equal(judge(&wrong, elements, count, 1), CHECK_DIFFERS);
}

#define QUANTILES    .quantiles = quantiles, .quantile_count = 3
#define IGNORE       .nan = CLR_NAN_IGNORE
#define LOWER        .interpolation = CLR_INTERPOLATION_LOWER
#define NOT_A_NUMBER ((double)NAN)

// clang-format off
static const subject of_some[] = {
    {OF(MEDIAN, .k = 0),             CLR_OK, 1, {1.5},          {0}},
    {OF(QUANTILE, QUANTILES),        CLR_OK, 3, {-2, 1.5, 7},   {0}},
    {OF(QUANTILE, QUANTILES, LOWER), CLR_OK, 3, {-2, 0, 7},     {0}},
    {OF(TOPK, .k = 3),               CLR_OK, 3, {7, 7, 3},      {3, 4, 0}},
    {OF(BOTTOMK, .k = 3),            CLR_OK, 3, {-2, -0.0, 0},  {5, 1, 2}},
    {OF(MODE, .k = 0),               CLR_OK, 1, {-0.0},         {2}},
    {OF(UNIQUE, .k = 0),             CLR_OK, 1, {4},            {0}},
};
static const subject of_nan[] = {
    {OF(TOPK, .k = 9),               CLR_OK, 4, {NOT_A_NUMBER, 7, 3, 0}, {1, 3, 0, 2}},
    {OF(TOPK, .k = 9, IGNORE),       CLR_OK, 3, {7, 3, 0},      {3, 0, 2}},
    {OF(MODE, .k = 0),               CLR_OK, 1, {NOT_A_NUMBER}, {1}},
    {OF(MEDIAN, .k = 0),             CLR_OK, 1, {NOT_A_NUMBER}, {0}},
    {OF(MEDIAN, IGNORE),             CLR_OK, 1, {3},            {0}},
};
static const subject of_nothing[] = {
    {OF(MEDIAN, .k = 0),             CLR_ERROR_EMPTY, 1, {0},   {0}},
    {OF(UNIQUE, .k = 0),             CLR_OK, 1, {0},            {0}},
    {OF(TOPK, .k = 2),               CLR_OK, 0, {0},            {0}},
};
// clang-format on

TEST(forged_selections_are_refused)
{
    for (size_t i = 0; i < COUNT(of_some); i++)
        forge(of_some[i], some, COUNT(some));
    for (size_t i = 0; i < COUNT(of_nan); i++)
        forge(of_nan[i], with_nan, COUNT(with_nan));
    for (size_t i = 0; i < COUNT(of_nothing); i++)
        forge(of_nothing[i], some, 0);
}

/* A zero of the other sign is another element, and numbers are those of the list that is given.
 */
TEST(zeros_and_numbers_are_told_apart)
{
    static const uint64_t numbers[] = {50, 40, 30, 20, 10, 0};
    const void *inputs[] = {some};
    const subject zero = {OF(BOTTOMK, .k = 2), CLR_OK, 2, {-2, 0}, {5, 1}};
    const double value[] = {7};
    const uint64_t index[] = {10};
    const clr_reduction top = OF(TOPK, .k = 1);
    const check_selected claim = {.reduction = &top,
                                  .type = CLR_TYPE_F64,
                                  .values = 1,
                                  .stride = 1,
                                  .value = value,
                                  .index = index};
    char sentence[CHECK_SENTENCE_SIZE];
    check host;

    assert_int_equal(judge(&zero, some, COUNT(some), 1), CHECK_DIFFERS);
    check_start(&host, &top);
    check_set_numbers(&host, numbers);
    assert_int_equal(check_judge_selected(&host, &claim, inputs, COUNT(some), sentence),
                     CHECK_AGREES);
}
