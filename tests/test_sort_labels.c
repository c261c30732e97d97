/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Labels that are sorted, for what atomics do not fold: the list of elements is a stable sort's on
 * the host, and results are, bit by bit (NaNs are alike), those of a plan of segments of the
 * elements as the host has sorted them, but that indices are the elements' own. What is not a
 * result stays untouched. CLR_TEST_SEED is where the draws begin.
 */
#include "draw.h"
#include "own_design.h"
#include "result_arrays.h"
#include "shape/sort/label_sort.h"
#include "shape/sort/sort.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    REDUCTIONS_MOST = 4,
    RESULTS_MOST = 70000,
    ELEMENTS_MOST = 20000,
    ELEMENTS_FEW = 2500, /* for simulators: more than a tile of groups of 128 */
    GUARD = 5            /* untouched elements on either side of results */
};

static size_t elements_most(void)
{
    return test_scope() == SCOPE_FEW ? ELEMENTS_FEW : ELEMENTS_MOST;
}

/* ---- labels ---- */

typedef enum label_kind { RANDOM, FEW, ASCENDING, DESCENDING, ONE, EACH, KINDS } label_kind;

struct sample {
    label_kind kind;
    size_t count, origin, label_origin, results;
    clr_type type;   /* of labels */
    int64_t *labels; /* their bits */
    size_t *order;   /* elements by label; behind them those that are outside */
    size_t *begins;  /* of each label in that, and where the last ends */
};

static bool is_outside(const struct sample *sample, size_t i)
{
    uint64_t bits = 0;

    memcpy(&bits, &sample->labels[i], oracle_size(sample->type));
    return bits >= sample->results; /* labels below 0 are large ones */
}

/* A label that is none, as its type can have it. */
static int64_t stray(const struct sample *sample, uint64_t *seed)
{
    const bool is_long = oracle_size(sample->type) == 8;
    const bool is_signed = sample->type == CLR_TYPE_I32 || sample->type == CLR_TYPE_I64;
    const int64_t places[] = {
        (int64_t)sample->results, (int64_t)(sample->results + below(seed, 300)),
        is_signed ? -1 : (int64_t)UINT32_MAX, is_long ? INT64_C(1) << 32 : INT32_MAX,
        is_long ? INT64_MIN : INT32_MAX};

    return ONE_OF(seed, places);
}

static int64_t draw_label(const struct sample *sample, size_t i, uint64_t *seed)
{
    const size_t k = sample->results;

    switch (sample->kind) {
    case FEW:
        return (int64_t)((i & ~(size_t)7) * 31 % 3 * (k / 3) % k);
    case ASCENDING:
        return (int64_t)(i * k / sample->count);
    case DESCENDING:
        return (int64_t)(k - 1 - i * k / sample->count);
    case ONE:
        return (int64_t)(k / 2);
    case EACH:
        return (int64_t)(i * 7919 % k);
    default:
        return (int64_t)below(seed, k);
    }
}

/* As plainly as it can be done: label by label. */
static void sort_on_host(struct sample *sample)
{
    size_t *next = calloc(sample->results + 2, sizeof *next);

    sample->order = malloc((sample->count + 1) * sizeof *sample->order);
    sample->begins = calloc(sample->results + 2, sizeof *sample->begins);
    assert_true(next && sample->order && sample->begins);
    for (size_t i = 0; i < sample->count; i++)
        sample->begins[1 + (is_outside(sample, i) ? sample->results : (size_t)sample->labels[i])]++;
    for (size_t k = 0; k <= sample->results; k++) {
        sample->begins[k + 1] += sample->begins[k];
        next[k] = sample->begins[k];
    }
    for (size_t i = 0; i < sample->count; i++)
        sample->order[next[is_outside(sample, i) ? sample->results : (size_t)sample->labels[i]]++] =
            i;
    free(next);
}

static void sample_make(struct sample *sample, uint64_t seed)
{
    static const clr_type types[] = {CLR_TYPE_I32, CLR_TYPE_U32, CLR_TYPE_I64, CLR_TYPE_U64};
    static const size_t results[] = {0,   1,   2,    3,     15,    16,           40,   255,
                                     256, 257, 4000, 65535, 65536, RESULTS_MOST, 2000, 100};
    const unsigned strays = below(&seed, 2) ? 0 : 1 + (unsigned)below(&seed, 60);

    *sample = (struct sample){.kind = (label_kind)below(&seed, KINDS)};
    sample->results = test_scope() == SCOPE_FEW ? below(&seed, 400) : ONE_OF(&seed, results);
    sample->count = elements_most() / (size_t[]){1, 1, 2, 9, 8000}[below(&seed, 5)];
    sample->count -= below(&seed, sample->count / 8 + 1);
    sample->origin = below(&seed, 5);
    sample->label_origin = below(&seed, 5);
    sample->type = ONE_OF(&seed, types);
    sample->labels = malloc((sample->count + 1) * sizeof *sample->labels);
    assert_non_null(sample->labels);
    for (size_t i = 0; i < sample->count; i++)
        sample->labels[i] = sample->results == 0 || below(&seed, 100) < strays
                                ? stray(sample, &seed)
                                : draw_label(sample, i, &seed);
    sort_on_host(sample);
}

static void sample_destroy(struct sample *sample)
{
    free(sample->labels);
    free(sample->order);
    free(sample->begins);
}

/* ---- plans ---- */

/* The same reductions by labels and by segments. */
struct subject {
    const struct rig *rig;
    clr_reduction reductions[REDUCTIONS_MOST];
    size_t count;
    clr_plan *labels, *segments;
    uint32_t stretches; /* that the plan has chosen */
    clr_plan_info info;
    clr_result results[REDUCTIONS_MOST];
};

static void subject_make(struct subject *subject, const struct rig *rig,
                         const clr_reduction *reductions, size_t count)
{
    clr_plan_options options = {.size = sizeof options, .shape = CLR_SHAPE_SEGMENTS};

    *subject = (struct subject){.rig = rig, .count = count};
    memcpy(subject->reductions, reductions, count * sizeof *reductions);
    assert_ok(rig, clr_plan_create(rig->context, reductions, count, &options, &subject->segments));
    options.shape = CLR_SHAPE_LABELS;
    options.labels = RESULTS_MOST;
    options.label_elements = ELEMENTS_MOST;
    assert_ok(rig, clr_plan_create(rig->context, reductions, count, &options, &subject->labels));
    assert_true(subject->labels->front.choice->row);
    subject->stretches = subject->labels->front.choice->sort.stretches;
    plan_tell(subject->labels, &subject->info, subject->results, count);
    for (size_t i = 0; i < count; i++) {
        clr_result other = {.size = sizeof other};

        assert_int_equal(clr_plan_result(subject->segments, i, &other), CLR_OK);
        assert_memory_equal(&subject->results[i].type, &other.type, sizeof other.type);
        assert_int_equal(subject->results[i].accuracy, other.accuracy);
    }
}

static void subject_destroy(struct subject *subject)
{
    clr_plan_destroy(subject->labels);
    clr_plan_destroy(subject->segments);
}

/* ---- running ---- */

static void *fetched(const struct rig *rig, cl_mem buffer, size_t size)
{
    void *bytes = malloc(size ? size : 1);

    assert_non_null(bytes);
    buffer_read(rig, buffer, 0, bytes, size);
    return bytes;
}

struct told {
    struct result_arrays of;
    uint64_t outside;
};

/* Runs either plan, whose numbers are in `run`, and fetches all that it writes. */
static void run_to_arrays(const struct subject *subject, clr_plan *plan, size_t results,
                          clr_run *run, struct told *told)
{
    const struct rig *rig = subject->rig;
    clr_arrays arrays[REDUCTIONS_MOST];

    result_arrays_make(&told->of, rig, subject->results, subject->count, results + 2 * GUARD, false,
                       arrays);
    run->size = sizeof *run;
    run->queue = rig->queue;
    run->output_index = GUARD;
    run->arrays = arrays;
    run->array_count = subject->count;
    assert_ok(rig, clr_plan_run(plan, run));
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
    result_arrays_fetch(&told->of, rig);
}

/* An input's elements: from `origin` on as the caller has them, or from 0 on in the labels' order.
 */
static cl_mem elements_of(const struct subject *subject, const struct sample *sample,
                          const unsigned char *elements, bool is_sorted)
{
    const size_t size = (size_t)subject->info.element_size;
    const size_t room = (sample->origin + sample->count + 1) * size;
    unsigned char *bytes = calloc(1, room);
    cl_mem buffer;

    assert_non_null(bytes);
    for (size_t i = 0; i < sample->count; i++)
        memcpy(bytes + (is_sorted ? i : sample->origin + i) * size,
               elements + (is_sorted ? sample->order[i] : i) * size, size);
    buffer = buffer_of(subject->rig, bytes, room);
    free(bytes);
    return buffer;
}

static void release_inputs(const clr_run *run)
{
    for (unsigned i = 0; i < CLR_INPUTS_MOST; i++)
        if (run->inputs[i].buffer)
            clReleaseMemObject(run->inputs[i].buffer);
}

static void run_labels(const struct subject *subject, const struct sample *sample,
                       unsigned char *const *elements, struct told *told)
{
    const struct rig *rig = subject->rig;
    clr_labels labels = {.size = sizeof labels,
                         .count = sample->results,
                         .type = sample->type,
                         .labels = integers_of(rig, sample->labels, oracle_size(sample->type),
                                               sample->label_origin, sample->count),
                         .first = sample->label_origin,
                         .outside = buffer_untouched(rig, 3 * sizeof(uint64_t))};
    clr_run run = {.labels = &labels};
    uint64_t *outside;

    for (unsigned i = 0; i < subject->info.inputs; i++)
        run.inputs[i] = (clr_span){elements_of(subject, sample, elements[i], false), sample->origin,
                                   sample->count};
    run_to_arrays(subject, subject->labels, sample->results, &run, told);
    outside = fetched(rig, labels.outside, 3 * sizeof(uint64_t));
    told->outside = outside[0];
    assert_true(outside[1] == outside[2] && outside[1] == UINT64_C(0x5a5a5a5a5a5a5a5a));
    free(outside);
    release_inputs(&run);
    clReleaseMemObject(labels.labels);
    clReleaseMemObject(labels.outside);
}

static void run_segments(const struct subject *subject, const struct sample *sample,
                         unsigned char *const *elements, struct told *told)
{
    const struct rig *rig = subject->rig;
    clr_segments segments = {
        .size = sizeof segments,
        .count = sample->results,
        .type = CLR_TYPE_U64,
        .begins = buffer_of(rig, sample->begins, (sample->results + 1) * sizeof *sample->begins)};
    clr_run run = {.segments = &segments};

    for (unsigned i = 0; i < subject->info.inputs; i++)
        run.inputs[i] =
            (clr_span){elements_of(subject, sample, elements[i], true), 0, sample->count};
    run_to_arrays(subject, subject->segments, sample->results, &run, told);
    release_inputs(&run);
    clReleaseMemObject(segments.begins);
}

/* ---- judging ---- */

static bool is_untouched(const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != UNTOUCHED)
            return false;
    return true;
}

/* The list and where labels begin in it, as the plan's last run has left them. */
static void judge_list(const struct subject *subject, const struct sample *sample, uint64_t seed)
{
    const clr_plan *plan = subject->labels;
    const cl_mem list = clri_sorted_numbers(plan, sample->results);
    const cl_mem places = plan->front.stage.buffers[CLRI_SORTED_BEGINS];
    cl_uint *numbers = fetched(subject->rig, list, sample->count * sizeof *numbers);
    cl_uint *begins = fetched(subject->rig, places, (sample->results + 1) * sizeof *begins);

    for (size_t i = 0; i < sample->count; i++)
        if (numbers[i] != sample->order[i])
            fail_msg("sample seed %" PRIu64 ": place %zu of %zu has element %u, not %zu", seed, i,
                     sample->count, numbers[i], sample->order[i]);
    for (size_t k = 0; k <= sample->results; k++)
        if (begins[k] != sample->begins[k])
            fail_msg("sample seed %" PRIu64 ": label %zu of %zu begins at %u, not %zu", seed, k,
                     sample->results, begins[k], sample->begins[k]);
    free(numbers);
    free(begins);
}

/* Of a label's own elements to that of the input. */
static void name_index(const struct sample *sample, size_t label, unsigned char *at)
{
    uint64_t index;

    memcpy(&index, at, sizeof index);
    if (index != CLR_UNKNOWN)
        index = sample->order[sample->begins[label] + index];
    memcpy(at, &index, sizeof index);
}

/* The bits of a NaN are any. */
static bool is_same(const clr_result *result, int array, size_t size, const unsigned char *told,
                    const unsigned char *expected)
{
    double a, b;

    if (memcmp(told, expected, size) == 0)
        return true;
    if (array > SECOND || result->type == CLR_TYPE_DEFAULT || !oracle_is_float(result->type))
        return false;
    a = oracle_load(result->type, told, 0);
    b = oracle_load(result->type, expected, 0);
    return a != a && b != b;
}

static void judge_array(const struct subject *subject, const struct sample *sample, uint64_t seed,
                        const struct told *labels, const struct told *segments, size_t number,
                        int array)
{
    const unsigned char *told = labels->of.bytes[number][array];
    unsigned char *expected = segments->of.bytes[number][array];
    const size_t size = labels->of.sizes[number][array];

    for (size_t i = 0; i < sample->results + 2 * GUARD; i++) {
        const bool is_result = i >= GUARD && i < GUARD + sample->results;

        if (is_result && array == INDEX)
            name_index(sample, i - GUARD, expected + i * size);
        if (is_result ? !is_same(&subject->results[number], array, size, told + i * size,
                                 expected + i * size)
                      : !is_untouched(told + i * size, size))
            fail_msg("sample seed %" PRIu64 ": %s of %s, array %d: label %td of %zu, of %zu "
                     "elements in all, is not as that segment",
                     seed, clr_operator_name(subject->reductions[number].op),
                     clr_type_name(subject->reductions[number].type), array, (ptrdiff_t)i - GUARD,
                     sample->results, sample->count);
    }
}

static void try_sample(const struct subject *subject, uint64_t seed)
{
    unsigned char *elements[CLR_INPUTS_MOST] = {0};
    struct told labels = {0}, segments = {0};
    struct sample sample;

    sample_make(&sample, seed);
    for (unsigned i = 0; i < subject->info.inputs; i++) {
        elements[i] = calloc(sample.count + 1, (size_t)subject->info.element_size);
        assert_non_null(elements[i]);
        oracle_fill((oracle_data)(seed % ORACLE_DATA_COUNT), seed + i, subject->info.type,
                    elements[i], sample.count);
    }
    own_design(subject->labels)->front.sort.stretches =
        seed % 2 ? subject->stretches : 1 + seed / 2 % 2;
    run_labels(subject, &sample, elements, &labels);
    run_segments(subject, &sample, elements, &segments);
    judge_list(subject, &sample, seed);
    if (labels.outside != sample.count - sample.begins[sample.results])
        fail_msg("sample seed %" PRIu64 ": %" PRIu64 " elements are said to be outside, and %zu "
                 "are",
                 seed, labels.outside, sample.count - sample.begins[sample.results]);
    for (size_t i = 0; i < subject->count; i++)
        for (int k = 0; k < ARRAYS; k++)
            if (labels.of.bytes[i][k])
                judge_array(subject, &sample, seed, &labels, &segments, i, k);
    result_arrays_free(&labels.of);
    result_arrays_free(&segments.of);
    for (unsigned i = 0; i < CLR_INPUTS_MOST; i++)
        free(elements[i]);
    sample_destroy(&sample);
}

/* ---- what is tried ---- */

#define OF(op, type) CLR_REDUCTION(CLR_OPERATOR_##op, CLR_TYPE_##type)
#define IN_ORDER(op_name, type_name)                                                               \
    {                                                                                              \
        .size = sizeof(clr_reduction), .op = CLR_OPERATOR_##op_name, .type = CLR_TYPE_##type_name, \
        .accuracy = CLR_ACCURACY_REPRODUCIBLE                                                      \
    }

#define WHERE(op_name, type_name, condition)                                                       \
    {                                                                                              \
        .size = sizeof(clr_reduction), .op = CLR_OPERATOR_##op_name, .type = CLR_TYPE_##type_name, \
        .where = (condition)                                                                       \
    }

/* The first element that is odd, or else the last one, with its number among all of its result. */
static const clr_custom own = {
    .size = sizeof own,
    .source = "typedef struct { int x; int is_there; ulong i; } state;\n"
              "typedef struct { int x; uint i; } result;\n"
              "state identity(void) { state s = {0, 0, 0}; return s; }\n"
              "state lift(element x, ulong i) { state s = {x, 1, i}; return s; }\n"
              "state combine(state a, state b) { return !b.is_there || (a.x & 1) ? a : b; }\n"
              "result lower(state s, ulong n) { result r = {s.x, (uint)(s.i + n)}; return r; }\n"};

/* Those of a row go together; each scope has so many rows from the first on. */
static const struct row {
    size_t count;
    clr_reduction reductions[REDUCTIONS_MOST];
} rows[] = {
    {4, {OF(ARGMAX, I32), OF(SUM, I32), OF(MINMAX, I32), OF(ARGMIN, I32)}},
    {2, {IN_ORDER(VAR, F32), IN_ORDER(PROD, F32)}},
    {1, {OF(PROD, U8)}},
    {2, {WHERE(SUM, I16, "x > 0"), WHERE(MAX, I16, "x % 3 == 1")}},
    {1, {OF(MEAN, I64)}},
    {2, {OF(MIN, F16), OF(IAMAX, F16)}},
    {1, {IN_ORDER(DOT, F64)}},
    {1, {IN_ORDER(LOGSUMEXP, F32)}},
    {1, {OF(NRM2, F32)}},
    {1,
     {{.size = sizeof(clr_reduction),
       .op = CLR_OPERATOR_CUSTOM,
       .type = CLR_TYPE_I32,
       .custom = &own}}},
    {2, {OF(DOT, F32), OF(SUM, F32)}},
    {1, {OF(STD, F64)}},
};

TEST(results_are_those_of_sorted_segments)
{
    static const size_t rows_of[] = {[SCOPE_FEW] = 1,
                                     [SCOPE_SMALL] = 3,
                                     [SCOPE_COVER] = COUNT(rows),
                                     [SCOPE_FULL] = COUNT(rows)};
    static const unsigned samples_of[] = {
        [SCOPE_FEW] = 6, [SCOPE_SMALL] = 30, [SCOPE_COVER] = 60, [SCOPE_FULL] = 600};
    uint64_t seed = test_number("CLR_TEST_SEED", 16);

    for (size_t i = 0; i < rig_count(); i++)
        for (size_t row = 0; row < rows_of[test_scope()]; row++) {
            struct subject subject;

            subject_make(&subject, rig_at(i), rows[row].reductions, rows[row].count);
            for (unsigned sample = 0; sample < samples_of[test_scope()]; sample++)
                try_sample(&subject, next_random(&seed));
            subject_destroy(&subject);
        }
}
