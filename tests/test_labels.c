/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Results by label: random elements and labels against the oracle, which is given each label's
 * elements one behind the other. What is not a result stays untouched, and so do all results of
 * elements whose label is none. CLR_TEST_SEED is where the draws begin; a failure's own seeds,
 * given as CLR_TEST_PLAN and CLR_TEST_SAMPLE, try that alone.
 */
#include "draw.h"
#include "operators.h"
#include "own_design.h"
#include "result_arrays.h"
#include "shape/made.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LABELS_MOST = 3000,
    MANY = 1 << 16, /* labels, above which a cell's numbers are no neighbours */
    ELEMENTS_MOST = 20000,
    WINDOWED = 2000, /* labels, of whose rows an item of a CPU has no longer all */
    WINDOWED_ELEMENTS = 300000,
    CUT = 1000, /* elements of a launch, where cells are to be carried */
    GUARD = 5,  /* untouched elements on either side of results */
    WHY_SIZE = 400
};

/* ---- plans ---- */

struct subject {
    const struct rig *rig;
    uint64_t seed;
    clr_reduction reduction;
    clr_plan *plan;
    clr_plan_info info;
    clr_result result;
    bool is_near; /* samples are such that groups have cells of their own, of some rows of a sum */
    bool is_many; /* they are of many labels */
    bool is_windowed; /* so many that groups have some rows alone, and elements enough for that */
};

/* What the header says that atomics fold; the rest is tests/test_sort_labels.c's. */
static bool is_folded(const clr_reduction *reduction)
{
    static const clr_operator of_all[] = {CLR_OPERATOR_SUM, CLR_OPERATOR_ASUM, CLR_OPERATOR_COUNT,
                                          CLR_OPERATOR_ANY, CLR_OPERATOR_ALL,  CLR_OPERATOR_MIN,
                                          CLR_OPERATOR_MAX, CLR_OPERATOR_AMAX, CLR_OPERATOR_SIZE};
    static const clr_operator of_integers[] = {CLR_OPERATOR_SUMSQ, CLR_OPERATOR_DOT,
                                               CLR_OPERATOR_AND, CLR_OPERATOR_OR, CLR_OPERATOR_XOR};
    const bool is_float = oracle_is_float(reduction->type);
    const bool is_integer_sum = !is_float && reduction->op != CLR_OPERATOR_COUNT &&
                                clr_operator_result(reduction->op, CLR_TYPE_I8) == CLR_TYPE_I64;

    if (is_integer_sum && reduction->overflow == CLR_OVERFLOW_DETECT)
        return false;
    for (size_t i = 0; i < COUNT(of_all); i++)
        if (of_all[i] == reduction->op)
            return true;
    for (size_t i = 0; !is_float && i < COUNT(of_integers); i++)
        if (of_integers[i] == reduction->op)
            return true;
    return is_float && reduction->op == CLR_OPERATOR_MEAN;
}

static clr_reduction draw_reduction(uint64_t *seed)
{
    static const clr_accuracy levels[] = {CLR_ACCURACY_DEFAULT, CLR_ACCURACY_DEFAULT,
                                          CLR_ACCURACY_FAST, CLR_ACCURACY_REPRODUCIBLE,
                                          CLR_ACCURACY_RELAXED};
    clr_reduction drawn = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);

    drawn.type = below(seed, 3) ? (clr_type)(1 + below(seed, CLR_TYPE_F64))
                                : (clr_type)(CLR_TYPE_F16 + below(seed, 4));
    if (below(seed, 3))
        do
            drawn.op = (clr_operator)(1 + below(seed, OPERATORS));
        while (clr_operator_result(drawn.op, drawn.type) == CLR_TYPE_DEFAULT);
    drawn.accuracy = ONE_OF(seed, levels);
    drawn.nan = below(seed, 3) ? CLR_NAN_PROPAGATE : CLR_NAN_IGNORE;
    drawn.overflow = below(seed, 8) ? CLR_OVERFLOW_WRAP : CLR_OVERFLOW_DETECT;
    return drawn;
}

/* What atomics do not fold is sorted: all that the device can fold of a flat array. */
static void check_sorted(const struct rig *rig, const clr_reduction *reduction,
                         const clr_plan_options *options)
{
    const clr_status flat = clr_plan_check(rig->device, reduction, 1, NULL, NULL, 0);

    assert_int_equal(clr_plan_check(rig->device, reduction, 1, options, NULL, 0), flat);
    assert_true(flat == CLR_OK || flat == CLR_ERROR_UNSUPPORTED);
}

static void plan_make(struct subject *subject, const clr_plan_options *options)
{
    assert_ok(subject->rig, clr_plan_create(subject->rig->context, &subject->reduction, 1, options,
                                            &subject->plan));
    plan_tell(subject->plan, &subject->info, &subject->result, 1);
}

/* False for what atomics do not fold. */
static bool subject_make(struct subject *subject, const struct rig *rig, uint64_t seed)
{
    clr_plan_options options = {.size = sizeof options, .shape = CLR_SHAPE_LABELS};

    *subject = (struct subject){.rig = rig, .seed = seed};
    subject->reduction = draw_reduction(&seed);
    options.labels = below(&seed, 2) ? LABELS_MOST : 0;
    options.group_count = below(&seed, 3) ? 0 : 1 + below(&seed, 9);
    if (!is_folded(&subject->reduction)) {
        check_sorted(rig, &subject->reduction, &options);
        return false;
    }
    plan_make(subject, &options);
    assert_false(subject->plan->front.choice->row);
    assert_int_equal(subject->result.accuracy, CLR_ACCURACY_EXACT);
    if (below(&seed, 2))
        own_design(subject->plan)->choice.labels.elements_a_launch = CUT;
    return true;
}

/* ---- what a plan is run on ---- */

struct sample {
    size_t inputs, count, origin, label_origin;
    size_t results;
    clr_type type; /* of labels */
    int64_t *labels;
    bool wants_outside;
    unsigned char *elements[2];
};

/* A label that is none, as its type can have it. */
static int64_t stray(uint64_t *seed, const struct sample *sample)
{
    const bool is_long = oracle_size(sample->type) == 8;
    const bool is_signed = sample->type == CLR_TYPE_I32 || sample->type == CLR_TYPE_I64;
    const int64_t places[] = {(int64_t)sample->results, (int64_t)(sample->results + below(seed, 9)),
                              is_signed ? -1 : (int64_t)UINT32_MAX,
                              is_long ? INT64_C(1) << 32 : INT32_MAX,
                              is_long ? INT64_MIN : INT32_MAX};

    return ONE_OF(seed, places);
}

static void draw_labels(struct sample *sample, uint64_t *seed)
{
    enum kind { UNIFORM, ONE, SORTED, RUNS, FEW, KINDS } kind = (enum kind)below(seed, KINDS);
    const unsigned strays = below(seed, 2) ? 0 : 1 + (unsigned)below(seed, 100);
    const size_t some = sample->results ? below(seed, sample->results) : 0;

    sample->labels = malloc((sample->count + 1) * sizeof *sample->labels);
    assert_non_null(sample->labels);
    for (size_t i = 0; i < sample->count; i++) {
        if (sample->results == 0 || below(seed, 100) < strays)
            sample->labels[i] = stray(seed, sample);
        else if (kind == ONE)
            sample->labels[i] = (int64_t)some;
        else if (kind == SORTED)
            sample->labels[i] = (int64_t)(i * sample->results / sample->count);
        else if (kind == RUNS && i && below(seed, 30))
            sample->labels[i] = sample->labels[i - 1];
        else if (kind == FEW)
            sample->labels[i] = (int64_t)((some + below(seed, 3)) % sample->results);
        else
            sample->labels[i] = (int64_t)below(seed, sample->results);
    }
}

/* Of a sum's rows many, or elements that are as good as none. */
static oracle_data draw_near(uint64_t *seed)
{
    static const oracle_data kinds[] = {ORACLE_WIDE,    ORACLE_ROWS,    ORACLE_UNIFORM,
                                        ORACLE_ZEROS,   ORACLE_SPECIAL, ORACLE_MINUS_INFINITE,
                                        ORACLE_BALANCE, ORACLE_SPANS,   ORACLE_GREATEST};

    return ONE_OF(seed, kinds);
}

static void sample_make(const struct subject *subject, uint64_t seed, struct sample *sample)
{
    static const clr_type kinds[] = {CLR_TYPE_I32, CLR_TYPE_U32, CLR_TYPE_I64, CLR_TYPE_U64};

    *sample = (struct sample){.inputs = (size_t)subject->info.inputs};
    sample->results = below(&seed, 4) ? below(&seed, 70) : below(&seed, LABELS_MOST + 1);
    sample->count = below(&seed, 4) ? below(&seed, 3000) : below(&seed, ELEMENTS_MOST);
    if (subject->is_near) {
        sample->results = 150 + below(&seed, 500);
        sample->count = ELEMENTS_MOST - below(&seed, 3000);
    }
    if (subject->is_many)
        sample->results = MANY + below(&seed, LABELS_MOST);
    if (subject->is_windowed) {
        sample->results = WINDOWED + below(&seed, LABELS_MOST - WINDOWED);
        sample->count = WINDOWED_ELEMENTS - below(&seed, 3000);
    }
    sample->origin = below(&seed, 5);
    sample->label_origin = below(&seed, 5);
    sample->type = ONE_OF(&seed, kinds);
    sample->wants_outside = below(&seed, 4);
    draw_labels(sample, &seed);
    for (size_t i = 0; i < sample->inputs; i++) {
        const oracle_data kind = subject->is_near || subject->is_many || subject->is_windowed
                                     ? draw_near(&seed)
                                     : (oracle_data)below(&seed, ORACLE_DATA_COUNT);

        sample->elements[i] =
            malloc((sample->origin + sample->count + 1) * oracle_size(subject->reduction.type));
        assert_non_null(sample->elements[i]);
        oracle_fill(kind, next_random(&seed), subject->reduction.type, sample->elements[i],
                    sample->origin + sample->count);
    }
}

static void sample_destroy(struct sample *sample)
{
    for (size_t i = 0; i < sample->inputs; i++)
        free(sample->elements[i]);
    free(sample->labels);
}

/* ---- running ---- */

struct told {
    struct result_arrays of;
    uint64_t outside;
};

static void run(const struct subject *subject, const struct sample *sample, struct told *told)
{
    const struct rig *rig = subject->rig;
    const size_t size = oracle_size(subject->reduction.type);
    clr_arrays arrays;
    clr_labels labels = {
        .size = sizeof labels,
        .count = sample->results,
        .type = sample->type,
        .labels = integers_of(rig, sample->labels, oracle_size(sample->type), sample->label_origin,
                              sample->count),
        .first = sample->label_origin,
        .outside = sample->wants_outside ? buffer_untouched(rig, 3 * sizeof(uint64_t)) : NULL};
    clr_run asked = {.size = sizeof asked,
                     .queue = rig->queue,
                     .output_index = GUARD,
                     .arrays = &arrays,
                     .array_count = 1,
                     .labels = &labels};

    result_arrays_make(&told->of, rig, &subject->result, 1, sample->results + 2 * GUARD, false,
                       &arrays);
    for (size_t i = 0; i < sample->inputs; i++)
        asked.inputs[i] = (clr_span){
            buffer_of(rig, sample->elements[i], (sample->origin + sample->count + 1) * size),
            sample->origin, sample->count};
    assert_ok(rig, clr_plan_run(subject->plan, &asked));
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
    result_arrays_fetch(&told->of, rig);
    if (labels.outside) {
        uint64_t *outside = buffer_take(rig, labels.outside, 3 * sizeof(uint64_t));

        told->outside = outside[0];
        assert_true(outside[1] == outside[2] && outside[1] == UINT64_C(0x5a5a5a5a5a5a5a5a));
        free(outside);
    }
    for (size_t i = 0; i < sample->inputs; i++)
        clReleaseMemObject(asked.inputs[i].buffer);
    clReleaseMemObject(labels.labels);
}

/* ---- judging ---- */

/* All elements, sorted by label: those of label k are from begins[k] on. */
struct sorted {
    size_t *begins;
    unsigned char *elements[2];
    size_t strays;
};

static bool is_stray(const struct sample *sample, size_t i)
{
    uint64_t bits = 0;

    memcpy(&bits, &sample->labels[i], oracle_size(sample->type));
    return bits >= sample->results; /* labels below 0 are large ones */
}

static void sort_elements(const struct subject *subject, const struct sample *sample,
                          struct sorted *sorted)
{
    const size_t size = oracle_size(subject->reduction.type);
    size_t *next = calloc(sample->results + 1, sizeof *next);

    *sorted = (struct sorted){.begins = calloc(sample->results + 2, sizeof *sorted->begins)};
    assert_true(next && sorted->begins);
    for (size_t i = 0; i < sample->count; i++) {
        if (is_stray(sample, i))
            sorted->strays++;
        else
            sorted->begins[sample->labels[i] + 1]++;
    }
    for (size_t k = 0; k < sample->results; k++) {
        sorted->begins[k + 1] += sorted->begins[k];
        next[k] = sorted->begins[k];
    }
    for (size_t input = 0; input < sample->inputs; input++)
        assert_non_null(sorted->elements[input] = malloc((sample->count + 1) * size));
    for (size_t i = 0; i < sample->count; i++) {
        if (is_stray(sample, i))
            continue;
        for (size_t input = 0; input < sample->inputs; input++)
            memcpy(sorted->elements[input] + next[sample->labels[i]] * size,
                   sample->elements[input] + (sample->origin + i) * size, size);
        next[sample->labels[i]]++;
    }
    free(next);
}

/* Where there is no value a NaN or 0 stands for it. */
static bool is_filled(const clr_result *result, const unsigned char *value)
{
    uint64_t bits = 0;

    if (oracle_is_float(result->type)) {
        const double number = oracle_load(result->type, value, 0);

        return number != number;
    }
    memcpy(&bits, value, (size_t)result->value_size);
    return bits == 0;
}

static bool result_is_right(const struct subject *subject, const struct told *told,
                            const struct sorted *sorted, size_t label, char *why)
{
    const clr_reduction *asked = &subject->reduction;
    const clr_result *result = &subject->result;
    const size_t size = oracle_size(asked->type), begin = sorted->begins[label];
    const struct got got = result_got(&told->of, 0, GUARD + label);
    const oracle_question question = {asked->op, asked->type, asked->nan, asked->overflow, 0};
    const oracle_answer answer = {
        .type = result->type,
        .value = got.value,
        .status = got.status,
        .is_exact = result->accuracy == CLR_ACCURACY_EXACT,
        .accumulator = result->accumulator,
    };
    oracle_value expected;
    bool is_right;

    oracle_reduce(&question, sorted->elements[0] + begin * size,
                  oracle_takes_pairs(asked->op) ? sorted->elements[1] + begin * size : NULL,
                  sorted->begins[label + 1] - begin, &expected);
    is_right = oracle_accepts(&expected, &answer, why, WHY_SIZE);
    if (is_right && answer.status == CLR_ERROR_EMPTY) {
        snprintf(why, WHY_SIZE, "no value is there, and nothing stands for it");
        is_right = is_filled(result, got.value);
    }
    oracle_clear(&expected);
    return is_right;
}

static void judge(const struct subject *subject, const struct sample *sample, uint64_t seed,
                  const struct told *told)
{
    struct sorted sorted;

    sort_elements(subject, sample, &sorted);
    for (size_t label = 0; label < sample->results; label++) {
        char why[WHY_SIZE] = "";

        if (!result_is_right(subject, told, &sorted, label, why))
            fail_msg("plan seed %" PRIu64 ", sample seed %" PRIu64 ": %s of %s, nan %d, label %zu "
                     "of %zu, %zu elements: %s",
                     subject->seed, seed, clr_operator_name(subject->reduction.op),
                     clr_type_name(subject->reduction.type), (int)subject->reduction.nan, label,
                     sample->results, sorted.begins[label + 1] - sorted.begins[label], why);
    }
    for (size_t i = 0; i < 2 * GUARD; i++) {
        const size_t place = i < GUARD ? i : sample->results + i;

        if (!result_is_untouched(&told->of, 0, place))
            fail_msg("plan seed %" PRIu64 ", sample seed %" PRIu64
                     ": place %zu is no result's, and was written",
                     subject->seed, seed, place);
    }
    if (sample->wants_outside && told->outside != sorted.strays)
        fail_msg("plan seed %" PRIu64 ", sample seed %" PRIu64 ": %" PRIu64
                 " elements are said to be of no result, and %zu are",
                 subject->seed, seed, told->outside, sorted.strays);
    free(sorted.elements[0]);
    free(sorted.elements[1]);
    free(sorted.begins);
}

static void try_sample(const struct subject *subject, uint64_t seed)
{
    struct told told = {0};
    struct sample sample;

    sample_make(subject, seed, &sample);
    run(subject, &sample, &told);
    judge(subject, &sample, seed, &told);
    result_arrays_free(&told.of);
    sample_destroy(&sample);
}

/* A failure's own seeds, tried again. */
static void replay(const struct rig *rig, uint64_t plan, uint64_t sample)
{
    struct subject subject;

    assert_true(subject_make(&subject, rig, plan));
    try_sample(&subject, sample);
    clr_plan_destroy(subject.plan);
}

TEST(labels_are_as_the_oracle_has_them)
{
    static const unsigned plans[] = {
        [SCOPE_FEW] = 8, [SCOPE_SMALL] = 24, [SCOPE_COVER] = 200, [SCOPE_FULL] = 2000};
    uint64_t seed = test_number("CLR_TEST_SEED", 16);

    if (getenv("CLR_TEST_PLAN")) {
        replay(rig_at((rig_count(), 0)), test_number("CLR_TEST_PLAN", 0),
               test_number("CLR_TEST_SAMPLE", 0));
        return;
    }
    for (size_t i = 0; i < rig_count(); i++)
        for (unsigned plan = 0; plan < plans[test_scope()];) {
            struct subject subject;

            if (!subject_make(&subject, rig_at(i), next_random(&seed)))
                continue;
            for (unsigned sample = 0; sample < 8; sample++)
                try_sample(&subject, next_random(&seed));
            clr_plan_destroy(subject.plan);
            plan++;
        }
}

TEST(few_labels_are_right_by_cells_of_groups)
{
    static const clr_reduction reductions[] = {CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32),
                                               CLR_REDUCTION(CLR_OPERATOR_MEAN, CLR_TYPE_F32),
                                               CLR_REDUCTION(CLR_OPERATOR_MAX, CLR_TYPE_F32),
                                               CLR_REDUCTION(CLR_OPERATOR_XOR, CLR_TYPE_I64)};
    const clr_plan_options options = {.size = sizeof options, .shape = CLR_SHAPE_LABELS};
    uint64_t seed = test_number("CLR_TEST_SEED", 7);

    for (size_t i = 0; i < rig_count(); i++)
        for (size_t k = 0; k < COUNT(reductions); k++) {
            struct subject subject = {
                .rig = rig_at(i), .reduction = reductions[k], .is_near = true};

            plan_make(&subject, &options);
            for (unsigned sample = 0; sample < 8; sample++)
                try_sample(&subject, next_random(&seed));
            clr_plan_destroy(subject.plan);
        }
}

TEST(labels_are_right_by_windows_of_rows)
{
    static const clr_reduction reductions[] = {CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32),
                                               CLR_REDUCTION(CLR_OPERATOR_MEAN, CLR_TYPE_F64)};
    const clr_plan_options options = {
        .size = sizeof options, .shape = CLR_SHAPE_LABELS, .labels = LABELS_MOST};
    uint64_t seed = test_number("CLR_TEST_SEED", 37);

    for (size_t i = 0; i < rig_count(); i++)
        for (size_t k = 0; k < COUNT(reductions); k++) {
            struct subject subject = {
                .rig = rig_at(i), .reduction = reductions[k], .is_windowed = true};

            plan_make(&subject, &options);
            for (unsigned sample = 0; sample < 3; sample++)
                try_sample(&subject, next_random(&seed));
            clr_plan_destroy(subject.plan);
        }
}

TEST(many_labels_are_right)
{
    static const clr_reduction reductions[] = {CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32),
                                               CLR_REDUCTION(CLR_OPERATOR_MEAN, CLR_TYPE_F64),
                                               CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32)};
    const clr_plan_options options = {
        .size = sizeof options, .shape = CLR_SHAPE_LABELS, .labels = MANY + LABELS_MOST};
    uint64_t seed = test_number("CLR_TEST_SEED", 17);

    for (size_t i = 0; i < rig_count(); i++)
        for (size_t k = 0; k < COUNT(reductions); k++) {
            struct subject subject = {
                .rig = rig_at(i), .reduction = reductions[k], .is_many = true};

            plan_make(&subject, &options);
            for (unsigned sample = 0; sample < 4; sample++)
                try_sample(&subject, next_random(&seed));
            clr_plan_destroy(subject.plan);
        }
}

/* As a run leaves a plan's memory that has come to no end. */
static void break_off(const struct subject *subject)
{
    enum { IS_BROKEN = 2 }; /* of the words that clr_told of cl/reduce_labels.cl begins with */
    const cl_uint mess = 0x5a5a5a5a, one = 1;
    const clr_plan *plan = subject->plan;
    const cl_command_queue queue = subject->rig->queue;
    const size_t labels = LABELS_MOST;

    assert_int_equal(clEnqueueFillBuffer(queue, plan->stage.buffers[CLRI_PLAN_STATES], &mess,
                                         sizeof mess, 0, labels * sizeof(cl_ulong), 0, NULL, NULL),
                     CL_SUCCESS);
    assert_int_equal(clEnqueueFillBuffer(queue, plan->stage.buffers[CLRI_PLAN_TICKET], &mess,
                                         sizeof mess, 0, labels * sizeof(cl_uint), 0, NULL, NULL),
                     CL_SUCCESS);
    buffer_write(subject->rig, plan->stage.buffers[CLRI_PLAN_TOLD], IS_BROKEN * sizeof(cl_uint),
                 &one, sizeof one);
}

TEST(a_run_that_was_broken_off_leaves_nothing)
{
    const clr_plan_options options = {
        .size = sizeof options, .shape = CLR_SHAPE_LABELS, .labels = LABELS_MOST};
    uint64_t seed = test_number("CLR_TEST_SEED", 27);

    for (size_t i = 0; i < rig_count(); i++) {
        struct subject subject = {
            .rig = rig_at(i),
            .reduction = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32),
            .is_near = true /* all these labels' cells have been used */
        };

        plan_make(&subject, &options);
        for (unsigned sample = 0; sample < 4; sample++) {
            try_sample(&subject, next_random(&seed));
            break_off(&subject);
        }
        clr_plan_destroy(subject.plan);
    }
}

/* Each label's elements are in launches of their own: 1, -1 and -0, whose sum is 0. */
TEST(minus_zero_may_come_behind_what_cancels)
{
    static const float elements[] = {1, -1, -0.0f};
    const clr_plan_options options = {
        .size = sizeof options, .shape = CLR_SHAPE_LABELS, .labels = CUT};

    for (size_t i = 0; i < rig_count(); i++) {
        struct subject subject = {.rig = rig_at(i),
                                  .reduction = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32)};
        struct sample sample = {.inputs = 1, .results = CUT, .count = COUNT(elements) * CUT};
        struct told told = {0};
        float *x = malloc((sample.count + 1) * sizeof *x);

        sample.type = CLR_TYPE_U32;
        sample.elements[0] = (unsigned char *)x;
        sample.labels = malloc((sample.count + 1) * sizeof *sample.labels);
        assert_non_null(x);
        assert_non_null(sample.labels);
        for (size_t k = 0; k < sample.count; k++) {
            x[k] = elements[k / CUT];
            sample.labels[k] = (int64_t)(k % CUT);
        }
        plan_make(&subject, &options);
        own_design(subject.plan)->choice.labels.elements_a_launch = CUT;
        run(&subject, &sample, &told);
        judge(&subject, &sample, 0, &told);
        result_arrays_free(&told.of);
        sample_destroy(&sample);
        clr_plan_destroy(subject.plan);
    }
}

/* Label k has these in turn: what one double has no room for, and what is no number. */
static void fill_hard(float *x, size_t label, size_t count, size_t apart)
{
    static const float kinds[][4] = {
        {-0.0f, -0.0f, -0.0f, -0.0f},
        {-0.0f, 0, -0.0f, -0.0f},
        {1, -0.0f, -1, -0.0f},
        {0x1p100f, 1, -0x1p100f, 0x1p-149f}, /* each is lost in the one before */
        {0x1.fffffep127f, 0x1.fffffep127f, 0x1.fffffep127f, -0x1p-149f}, /* beyond all rows */
        {0x1p127f, 0x1p-140f, -0x1p127f, -0x1p-140f},
        {0x1p29f, 0x1.000002p-1f, -0x1p29f, 0x1p-24f}, /* 53 bits, and 54 */
        {INFINITY, 1, 2, -0.0f},
        {INFINITY, 1, -INFINITY, 0x1p100f},
        {NAN, 1, 0x1p-100f, 1},
    };

    for (size_t i = 0; i < count; i++)
        x[i * apart] = kinds[label % COUNT(kinds)][i % 4];
}

/* Floats whose labels are 0, 1 ... in turn; they are freed. */
static void try_floats(const struct subject *subject, float *x, size_t count, size_t results,
                       uint64_t seed)
{
    struct sample sample = {.inputs = 1, .results = results, .count = count, .type = CLR_TYPE_U32};
    struct told told = {0};

    sample.elements[0] = (unsigned char *)x;
    sample.labels = malloc(count * sizeof *sample.labels);
    assert_non_null(sample.labels);
    for (size_t i = 0; i < count; i++)
        sample.labels[i] = (int64_t)(i % results);
    run(subject, &sample, &told);
    judge(subject, &sample, seed, &told);
    result_arrays_free(&told.of);
    sample_destroy(&sample);
}

TEST(what_no_double_holds_is_right)
{
    enum { RESULTS = 100, EACH = 63 };
    static const clr_operator ops[] = {CLR_OPERATOR_SUM, CLR_OPERATOR_MEAN, CLR_OPERATOR_ASUM};
    const clr_plan_options options = {
        .size = sizeof options, .shape = CLR_SHAPE_LABELS, .labels = RESULTS};

    for (size_t k = 0; k < rig_count() * COUNT(ops) * 2; k++) {
        struct subject subject = {.rig = rig_at(k / 2 / COUNT(ops)),
                                  .reduction =
                                      CLR_REDUCTION(ops[k / 2 % COUNT(ops)], CLR_TYPE_F32)};
        float *x = malloc((RESULTS * EACH + 1) * sizeof *x);

        assert_non_null(x);
        for (size_t label = 0; label < RESULTS; label++)
            fill_hard(x + label, label, EACH, RESULTS);
        plan_make(&subject, &options);
        if (k % 2)
            own_design(subject.plan)->choice.labels.elements_a_launch = CUT;
        try_floats(&subject, x, RESULTS * EACH, RESULTS, k);
        clr_plan_destroy(subject.plan);
    }
}

/* One label of 16 has -0, and late in hard stretches what comes to 0; some have what is no number,
 * once; four what no double has room for, in hard stretches. The others' elements are ordinary. */
static float of_stretch(float ordinary, float hard, bool is_late, size_t label, size_t turn)
{
    switch (label % 16) {
    case 0:
    case 1:
    case 2:
    case 3:
        return hard;
    case 4:
        return !is_late ? -0.0f : turn % 2 ? 1.0f : -1.0f;
    case 5:
        return -0.0f;
    case 6:
        return turn == label ? INFINITY : ordinary;
    case 7:
        return turn % 64 == 60 ? -INFINITY : turn == 50 ? INFINITY : ordinary;
    case 8:
        return turn == label ? NAN : ordinary;
    default:
        return ordinary;
    }
}

/* Eighths of the elements are ordinary and hard in turn. */
static float *floats_in_stretches(size_t count, size_t results, bool begins_hard)
{
    float *x = malloc((count + 1) * sizeof *x), *hard = malloc((count + 1) * sizeof *hard);

    assert_true(x && hard);
    oracle_fill(ORACLE_UNIFORM, 1, CLR_TYPE_F32, x, count);
    oracle_fill(ORACLE_WIDE, 2, CLR_TYPE_F32, hard, count);
    for (size_t i = 0; i < count; i++) {
        const size_t stretch = i * 8 / count, turn = i / results;
        const bool is_hard = stretch % 2 != begins_hard;

        x[i] = of_stretch(x[i], is_hard ? hard[i] : x[i], is_hard && stretch >= 4, i % results,
                          turn + stretch / 2);
    }
    free(hard);
    return x;
}

TEST(doubles_may_lose_much_from_some_element_on)
{
    enum { RESULTS = 100, ELEMENTS = 100000 };
    static const clr_operator ops[] = {CLR_OPERATOR_SUM, CLR_OPERATOR_MEAN};

    for (size_t k = 0; k < rig_count() * COUNT(ops) * 2; k++) {
        const size_t results = k % 2 ? WINDOWED + 500 : RESULTS;
        const size_t count = k % 2 ? WINDOWED_ELEMENTS : ELEMENTS;
        const clr_plan_options options = {
            .size = sizeof options, .shape = CLR_SHAPE_LABELS, .labels = results};
        struct subject subject = {.rig = rig_at(k / 2 / COUNT(ops)),
                                  .reduction =
                                      CLR_REDUCTION(ops[k / 2 % COUNT(ops)], CLR_TYPE_F32)};

        plan_make(&subject, &options);
        for (unsigned begins_hard = 0; begins_hard < 2; begins_hard++)
            try_floats(&subject, floats_in_stretches(count, results, begins_hard), count, results,
                       k);
        own_design(subject.plan)->choice.labels.elements_a_launch =
            count * 5 / 8; /* two launches */
        try_floats(&subject, floats_in_stretches(count, results, false), count, results, k);
        clr_plan_destroy(subject.plan);
    }
}
