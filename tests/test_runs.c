/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs of equal keys: what is found is what a loop on the host finds, and the results are those of
 * the same segments between offsets that the host wrote, bit by bit (at level fast of as many at
 * most, on which the order may depend); sums and places also by a loop. What is not a result stays
 * untouched. CLR_TEST_SEED is where the draws begin; a failure's
 * own seeds, given as CLR_TEST_PLAN and CLR_TEST_SAMPLE, try that alone.
 */
#include "draw.h"
#include "operators.h"
#include "own_design.h"
#include "result_arrays.h"
#include "shape/made.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    REDUCTIONS_MOST = 2,
    INPUTS_MOST = 2,
    ELEMENTS_MOST = 20000,
    ELEMENTS_FEW = 1300, /* for simulators: more than a tile of small groups */
    GUARD = 5            /* untouched elements on either side of results */
};

static size_t elements_most(void)
{
    return test_scope() == SCOPE_FEW ? ELEMENTS_FEW : ELEMENTS_MOST;
}

/* ---- plans ---- */

/* The same reductions by runs and by segments. */
struct subject {
    const struct rig *rig;
    uint64_t seed;
    clr_reduction reductions[REDUCTIONS_MOST];
    size_t count;
    clr_plan *runs, *segments;
    clr_plan_info info;
    clr_result results[REDUCTIONS_MOST];
};

/* False for reductions that do not go together. */
static bool plans_make(struct subject *subject, uint64_t group_count)
{
    clr_plan_options options = {.size = sizeof options, .group_count = group_count};
    clr_status status;

    options.shape = CLR_SHAPE_SEGMENTS;
    status = clr_plan_create(subject->rig->context, subject->reductions, subject->count, &options,
                             &subject->segments);
    if (status == CLR_ERROR_UNSUPPORTED)
        return false;
    assert_ok(subject->rig, status);
    options.shape = CLR_SHAPE_RUNS;
    options.runs = ELEMENTS_MOST;
    assert_ok(subject->rig, clr_plan_create(subject->rig->context, subject->reductions,
                                            subject->count, &options, &subject->runs));
    plan_tell(subject->runs, &subject->info, subject->results, subject->count);
    return true;
}

static clr_reduction draw_reduction(uint64_t *seed, clr_type type)
{
    static const clr_accuracy levels[] = {CLR_ACCURACY_DEFAULT, CLR_ACCURACY_FAST,
                                          CLR_ACCURACY_FAST, CLR_ACCURACY_REPRODUCIBLE};
    clr_reduction drawn = CLR_REDUCTION(CLR_OPERATOR_SUM, type);

    do
        drawn.op = (clr_operator)(1 + below(seed, OPERATORS));
    while (clr_operator_result(drawn.op, type) == CLR_TYPE_DEFAULT);
    drawn.accuracy = ONE_OF(seed, levels);
    drawn.nan = below(seed, 3) ? CLR_NAN_PROPAGATE : CLR_NAN_IGNORE;
    drawn.overflow = below(seed, 2) ? CLR_OVERFLOW_WRAP : CLR_OVERFLOW_DETECT;
    return drawn;
}

static bool subject_make(struct subject *subject, const struct rig *rig, uint64_t seed)
{
    const clr_type type = (clr_type)(1 + below(&seed, CLR_TYPE_F64));

    *subject = (struct subject){.rig = rig, .seed = seed};
    subject->count = 1 + below(&seed, REDUCTIONS_MOST);
    for (size_t i = 0; i < subject->count; i++)
        subject->reductions[i] = draw_reduction(&seed, type);
    return plans_make(subject, below(&seed, 3) ? 0 : 1 + below(&seed, 9));
}

static void subject_destroy(struct subject *subject)
{
    clr_plan_destroy(subject->runs);
    clr_plan_destroy(subject->segments);
}

/* ---- what a plan is run on ---- */

typedef enum run_kind { MIXED, ONES, EQUAL, GIANT, LONG, KINDS } run_kind;

struct sample {
    run_kind kind;
    size_t count, origin, key_origin, most;
    clr_type type;    /* of the keys */
    uint64_t *keys;   /* the bits of each */
    uint64_t *begins; /* of each run, and where the last one ends */
    size_t found;     /* runs */
    bool wants_unique, wants_ends;
    size_t stretches; /* 0: as the plan has them */
    unsigned char *elements[INPUTS_MOST];
};

static size_t draw_length(run_kind kind, size_t left, uint64_t *seed)
{
    switch (kind) {
    case ONES:
        return 1;
    case EQUAL:
        return left;
    case GIANT:
        return below(seed, 200) ? 1 : 1 + left / 2;
    case LONG:
        return 1 + below(seed, 3 * left / 4 + 1);
    default:
        return below(seed, 2) ? 1 : 1 + below(seed, 40);
    }
}

/* A key that is another than the last, often by one bit alone, wherever that is. */
static uint64_t next_key(uint64_t last, unsigned bits, uint64_t *seed)
{
    const uint64_t mask = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    const uint64_t drawn = next_random(seed) & mask;

    return below(seed, 2) && drawn != last ? drawn : last ^ UINT64_C(1) << below(seed, bits);
}

static void draw_keys(struct sample *sample, uint64_t *seed)
{
    const unsigned bits = 8 * (unsigned)oracle_size(sample->type);
    uint64_t key = next_key(0, bits, seed);

    sample->keys = calloc(sample->count + 1, sizeof *sample->keys);
    sample->begins = calloc(sample->count + 1, sizeof *sample->begins);
    assert_true(sample->keys && sample->begins);
    for (size_t i = 0; i < sample->count; key = next_key(key, bits, seed)) {
        const size_t length = draw_length(sample->kind, sample->count - i, seed);

        sample->begins[sample->found++] = i;
        for (const size_t end = i + length; i < end && i < sample->count; i++)
            sample->keys[i] = key;
    }
    sample->begins[sample->found] = sample->count;
}

/* Of that kind, count and room, all else drawn. */
static void sample_make(const struct subject *subject, uint64_t seed, struct sample *sample)
{
    const size_t inputs = (size_t)subject->info.inputs;
    const clr_type type = subject->reductions[0].type;

    sample->origin = below(&seed, 5);
    sample->key_origin = below(&seed, 5);
    sample->type = (clr_type)(CLR_TYPE_I8 + below(&seed, CLR_TYPE_U64));
    sample->wants_unique = below(&seed, 4);
    sample->wants_ends = below(&seed, 2);
    sample->stretches = below(&seed, 2) ? 0 : 1 + below(&seed, 3);
    draw_keys(sample, &seed);
    for (size_t i = 0; i < inputs; i++) {
        const oracle_data data = (oracle_data)below(&seed, ORACLE_DATA_COUNT);
        const size_t count = sample->origin + sample->count;

        sample->elements[i] = malloc((count + 1) * oracle_size(type));
        assert_non_null(sample->elements[i]);
        oracle_fill(data, next_random(&seed), type, sample->elements[i], count);
    }
}

static void sample_destroy(struct sample *sample)
{
    for (size_t i = 0; i < INPUTS_MOST; i++)
        free(sample->elements[i]);
    free(sample->keys);
    free(sample->begins);
}

/* Results that a run of the plan has. */
static size_t results_of(const struct sample *sample)
{
    return sample->found < sample->most ? sample->found : sample->most;
}

/* ---- running ---- */

/* The arrays of the reductions, and what is told of runs, as bytes on the host. */
struct told {
    struct result_arrays of;
    unsigned char *unique, *ends;
    uint64_t count;
};

/* Runs either plan to arrays with guards around `sample->most` results. */
static void run_plan_to(const struct subject *subject, const struct sample *sample, clr_run *asked,
                        struct told *told)
{
    const struct rig *rig = subject->rig;
    const size_t size = oracle_size(subject->reductions[0].type);
    clr_arrays arrays[REDUCTIONS_MOST];

    result_arrays_make(&told->of, rig, subject->results, subject->count, sample->most + 2 * GUARD,
                       false, arrays);
    asked->size = sizeof *asked;
    asked->queue = rig->queue;
    asked->output_index = GUARD;
    asked->arrays = arrays;
    asked->array_count = subject->count;
    for (size_t i = 0; i < subject->info.inputs; i++)
        asked->inputs[i] = (clr_span){
            buffer_of(rig, sample->elements[i], (sample->origin + sample->count + 1) * size),
            sample->origin, sample->count};
    assert_ok(rig, clr_plan_run(asked->runs ? subject->runs : subject->segments, asked));
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
    result_arrays_fetch(&told->of, rig);
    for (size_t i = 0; i < subject->info.inputs; i++)
        clReleaseMemObject(asked->inputs[i].buffer);
}

static void run_runs(const struct subject *subject, const struct sample *sample, struct told *told)
{
    const struct rig *rig = subject->rig;
    const size_t room = sample->most + 2 * GUARD;
    const size_t key_size = oracle_size(sample->type);
    const uint32_t stretches = subject->runs->front.choice->runs.stretches;
    clr_runs runs = {
        .size = sizeof runs,
        .most = sample->most,
        .type = sample->type,
        .keys = integers_of(rig, sample->keys, key_size, sample->key_origin, sample->count),
        .first = sample->key_origin,
        .count = buffer_untouched(rig, 2 * sizeof(uint64_t)),
        .unique = sample->wants_unique ? buffer_untouched(rig, room * key_size) : NULL,
        .ends = sample->wants_ends ? buffer_untouched(rig, room * sizeof(uint64_t)) : NULL};
    unsigned char *count;

    if (sample->stretches)
        own_design(subject->runs)->front.runs.stretches = (uint32_t)sample->stretches;
    run_plan_to(subject, sample, &(clr_run){.runs = &runs}, told);
    own_design(subject->runs)->front.runs.stretches = stretches;
    told->unique = buffer_take(rig, runs.unique, room * key_size);
    told->ends = buffer_take(rig, runs.ends, room * sizeof(uint64_t));
    count = buffer_take(rig, runs.count, 2 * sizeof(uint64_t));
    memcpy(&told->count, count, sizeof told->count);
    assert_int_equal(count[sizeof told->count], UNTOUCHED);
    free(count);
    clReleaseMemObject(runs.keys);
}

/* How many there are the device is told behind another number, or the host, or both. */
static void run_segments(const struct subject *subject, const struct sample *sample, bool on_device,
                         struct told *told)
{
    const struct rig *rig = subject->rig;
    const uint64_t counts[] = {UNTOUCHED, sample->found};
    clr_segments segments = {
        .size = sizeof segments,
        .count = on_device ? sample->most : results_of(sample),
        .type = CLR_TYPE_U64,
        .begins = buffer_of(rig, sample->begins, (sample->count + 1) * sizeof *sample->begins),
        .count_at = on_device ? buffer_of(rig, counts, sizeof counts) : NULL,
        .count_index = on_device ? 1 : 0};

    if (on_device && sample->most > sample->count) /* which the buffer has no offsets for */
        segments.count = sample->count;
    run_plan_to(subject, sample, &(clr_run){.segments = &segments}, told);
    clReleaseMemObject(segments.begins);
    if (segments.count_at)
        clReleaseMemObject(segments.count_at);
}

static void told_free(struct told *told)
{
    result_arrays_free(&told->of);
    free(told->unique);
    free(told->ends);
}

/* ---- judging ---- */

#define FAIL(subject, seed, ...)                                                                   \
    do {                                                                                           \
        char why[200];                                                                             \
                                                                                                   \
        snprintf(why, sizeof why, __VA_ARGS__);                                                    \
        fail_msg("plan seed %" PRIu64 ", sample seed %" PRIu64 ": %s of %s: %s", (subject)->seed,  \
                 seed, clr_operator_name((subject)->reductions[0].op),                             \
                 clr_type_name((subject)->reductions[0].type), why);                               \
    } while (0)

/* Whether an array that is there has these bytes from its first result on, and no others. */
static bool has(const unsigned char *array, size_t most, size_t size, const void *bytes,
                size_t results)
{
    if (!array)
        return true;
    for (size_t i = 0; i < (most + 2 * GUARD) * size; i++)
        if ((i < GUARD * size || i >= (GUARD + results) * size) && array[i] != UNTOUCHED)
            return false;
    return results == 0 || memcmp(array + GUARD * size, bytes, results * size) == 0;
}

static void judge_told(const struct subject *subject, const struct sample *sample, uint64_t seed,
                       const struct told *told)
{
    const size_t results = results_of(sample), size = oracle_size(sample->type);
    unsigned char *unique = calloc(results + 1, size);

    assert_non_null(unique);
    for (size_t k = 0; k < results; k++)
        memcpy(unique + k * size, &sample->keys[sample->begins[k]], size);
    if (told->count != sample->found)
        FAIL(subject, seed, "%" PRIu64 " runs of %zu elements, and there are %zu", told->count,
             sample->count, sample->found);
    if (!has(told->unique, sample->most, size, unique, results))
        FAIL(subject, seed, "keys of %zu of %zu runs are wrong, or more is written", results,
             sample->found);
    if (!has(told->ends, sample->most, sizeof(uint64_t), sample->begins + 1, results))
        FAIL(subject, seed, "ends of %zu of %zu runs are wrong, or more is written", results,
             sample->found);
    free(unique);
}

/* Whether a result has the same bits however many results the host knows of. */
static bool is_firm(const clr_result *result)
{
    return !oracle_is_float(result->type) || result->accuracy == CLR_ACCURACY_EXACT ||
           result->accuracy == CLR_ACCURACY_REPRODUCIBLE;
}

static void judge_alike(const struct subject *subject, const struct sample *sample, uint64_t seed,
                        const struct told *told, const struct told *expected, bool is_of_count,
                        const char *what)
{
    for (size_t i = 0; i < subject->count; i++)
        for (int k = 0; k < ARRAYS && (is_of_count || is_firm(&subject->results[i])); k++)
            if (!has(told->of.bytes[i][k], sample->most, told->of.sizes[i][k],
                     result_at(&expected->of, i, k, GUARD), results_of(sample)))
                FAIL(subject, seed, "array %d of reduction %zu, %zu results, %zu elements: %s", k,
                     i, results_of(sample), sample->count, what);
}

/* The elements are i64, and the reductions their sum and the place of the largest. */
static void judge_sums(const struct subject *subject, const struct sample *sample, uint64_t seed,
                       const struct told *told)
{
    const int64_t *x = (const int64_t *)(const void *)sample->elements[0] + sample->origin;

    for (size_t k = 0; k < results_of(sample); k++) {
        uint64_t sum = 0, sum_told, place_told;
        size_t best = (size_t)sample->begins[k];

        for (size_t i = best; i < sample->begins[k + 1]; i++) {
            sum += (uint64_t)x[i];
            best = x[i] > x[best] ? i : best;
        }
        memcpy(&sum_told, result_at(&told->of, 0, VALUE, GUARD + k), sizeof sum);
        memcpy(&place_told, result_at(&told->of, 1, INDEX, GUARD + k), sizeof sum);
        if (sum_told != sum || place_told != best - sample->begins[k])
            FAIL(subject, seed, "sum or place of run %zu of %zu", k, sample->found);
    }
}

static void try_sample(const struct subject *subject, uint64_t seed, struct sample *sample)
{
    struct told told = {.count = 0}, expected = {.count = 0};

    sample_make(subject, seed, sample);
    run_runs(subject, sample, &told);
    judge_told(subject, sample, seed, &told);
    run_segments(subject, sample, false, &expected);
    judge_alike(subject, sample, seed, &told, &expected, false,
                "not as of segments, or more is written");
    if (subject->reductions[0].type == CLR_TYPE_I64 && subject->count == 2 &&
        subject->reductions[0].op == CLR_OPERATOR_SUM &&
        subject->reductions[1].op == CLR_OPERATOR_ARGMAX)
        judge_sums(subject, sample, seed, &told);
    told_free(&expected);
    expected = (struct told){.count = 0};
    run_segments(subject, sample, true, &expected);
    judge_alike(subject, sample, seed, &expected, &told,
                subject->runs->front.choice->runs.marked == 0,
                "a count on the device changes segments");
    told_free(&expected);
    told_free(&told);
    sample_destroy(sample);
}

/* One of any kind. */
static void try_drawn(const struct subject *subject, uint64_t seed)
{
    uint64_t draws = ~seed;
    struct sample sample = {.kind = (run_kind)below(&draws, KINDS)};

    sample.count = below(&draws, 3) ? below(&draws, 600) : below(&draws, elements_most() + 1);
    sample.most = below(&draws, 3) ? sample.count + below(&draws, 2) : below(&draws, 100);
    if (sample.most > ELEMENTS_MOST)
        sample.most = ELEMENTS_MOST;
    try_sample(subject, seed, &sample);
}

TEST(any_reduction_is_that_of_segments)
{
    static const unsigned plans[] = {
        [SCOPE_FEW] = 3, [SCOPE_SMALL] = 5, [SCOPE_COVER] = 60, [SCOPE_FULL] = 600};
    uint64_t seed = test_number("CLR_TEST_SEED", 16);
    const unsigned samples = test_scope() == SCOPE_FEW ? 3 : 8;
    const bool is_replay = getenv("CLR_TEST_PLAN") != NULL;

    for (size_t i = 0; i < rig_count(); i++)
        for (unsigned plan = 0; plan < (is_replay ? 1 : plans[test_scope()]);) {
            struct subject subject;

            if (!subject_make(&subject, rig_at(i),
                              is_replay ? test_number("CLR_TEST_PLAN", 0) : next_random(&seed)))
                continue;
            for (unsigned sample = 0; sample < samples; sample++)
                try_drawn(&subject,
                          is_replay ? test_number("CLR_TEST_SAMPLE", 0) : next_random(&seed));
            subject_destroy(&subject);
            plan++;
        }
}

/* Around the ends of stretches and tiles, of every kind, with room for all, for some, for none. */
TEST(runs_are_found_wherever_they_begin)
{
    static const size_t counts[] = {0, 1, 2, 1023, 1024, 1025, 4095, 4096, 4097, 12289};
    const size_t few = test_scope() < SCOPE_COVER ? 3 : 1;
    uint64_t seed = 5;

    for (size_t i = 0; i < rig_count(); i++) {
        struct subject subject = {
            .rig = rig_at(i),
            .count = 2,
            .reductions = {CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I64),
                           CLR_REDUCTION(CLR_OPERATOR_ARGMAX, CLR_TYPE_I64)},
        };

        assert_true(plans_make(&subject, 0));
        for (size_t c = 0; c < COUNT(counts) * KINDS; c += 1 + below(&seed, few)) {
            const size_t count = counts[c / KINDS];
            const size_t rooms[] = {count, count + 3, count / 3, 1, 0};

            if (count > elements_most())
                break;
            try_sample(&subject, next_random(&seed),
                       &(struct sample){.kind = (run_kind)(c % KINDS),
                                        .count = count,
                                        .most = ONE_OF(&seed, rooms)});
        }
        subject_destroy(&subject);
    }
}

/* Sums of floats that no order of additions in floats gets right. */
TEST(sums_of_floats_are_exact)
{
    const float elements[] = {1e30f, 1, -1e30f, 2, 3, 1e-30f, -3, 0.5f, 16777216, 1, 1};
    const unsigned char keys[] = {7, 7, 7, 8, 7, 7, 7, 9, 255, 255, 255};
    const float expected[] = {1, 2, 1e-30f, 0.5f, 16777218};
    const struct rig *rig = rig_at((rig_count(), 0));
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    const clr_plan_options options = {.size = sizeof options, .shape = CLR_SHAPE_RUNS};
    clr_arrays arrays = {.size = sizeof arrays, .value = buffer_untouched(rig, sizeof expected)};
    const clr_runs runs = {.size = sizeof runs,
                           .most = COUNT(expected),
                           .type = CLR_TYPE_U8,
                           .keys = buffer_of(rig, keys, sizeof keys)};
    cl_mem x = buffer_of(rig, elements, sizeof elements);
    float told[COUNT(expected)];
    clr_plan *plan;

    assert_ok(rig, clr_plan_create(rig->context, &sum, 1, &options, &plan));
    assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{x, 0, COUNT(elements)}},
                                          .arrays = &arrays, .array_count = 1, .runs = &runs)));
    buffer_read(rig, arrays.value, 0, told, sizeof told);
    assert_memory_equal(told, expected, sizeof expected);
    clr_plan_destroy(plan);
    clReleaseMemObject(x);
    clReleaseMemObject(runs.keys);
    clReleaseMemObject(arrays.value);
}
