/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs of equal keys that are folded as they are found (cl/reduce_runs.cl): of every kind around
 * the ends of items, tiles and stretches, results and what is told of runs are what a loop on the
 * host makes of them. Whatever the path, as on CPUs, the same is expected. CLR_TEST_SEED is where
 * draws begin.
 */
#include "draw.h"
#include "own_design.h"
#include "shape/made.h"
#include "support.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD = 3, RESULTS = 3, TILE_OTHERWISE = 64, TILES = 5 };

/* ---- what there is ---- */

typedef enum run_kind { ONES, TILE, TILE_LESS, TILE_MORE, ALL, ITEM, FEW, MANY, LENGTHS } run_kind;

struct sample {
    run_kind kind;
    size_t count, most;
    size_t there; /* of `count` keys, as memory says */
    unsigned key_size;
    uint32_t stretches;
    size_t origin, key_origin; /* elements and keys before the first */
    int32_t *elements;
    unsigned char *taken;
    unsigned char *keys;
    size_t *begins; /* of runs, and where the last one ends */
    size_t found;
};

static size_t length_of(run_kind kind, size_t tile, size_t left, uint64_t *seed)
{
    switch (kind) {
    case ONES:
        return 1;
    case TILE:
        return tile;
    case TILE_LESS:
        return tile - 1;
    case TILE_MORE:
        return tile + 1;
    case ALL:
        return left;
    case ITEM:
        return 4 * (1 + below(seed, 4));
    case FEW:
        return 1 + below(seed, 9);
    default:
        return 1 + below(seed, below(seed, 4) ? 40 : 2 * tile);
    }
}

static clr_type key_type(unsigned size)
{
    return size == 1   ? CLR_TYPE_U8
           : size == 2 ? CLR_TYPE_I16
           : size == 4 ? CLR_TYPE_U32
                       : CLR_TYPE_I64;
}

/* Neighbouring runs differ in one bit, wherever it is. */
static void draw_keys(struct sample *sample, size_t tile, uint64_t *seed)
{
    uint64_t key = next_random(seed);

    for (size_t i = 0; i < sample->there; key ^= UINT64_C(1) << below(seed, 8 * sample->key_size)) {
        size_t length = length_of(sample->kind, tile, sample->there - i, seed);

        sample->begins[sample->found++] = i;
        for (; length && i < sample->there; length--, i++)
            memcpy(sample->keys + (sample->key_origin + i) * sample->key_size, &key,
                   sample->key_size);
    }
    sample->begins[sample->found] = sample->there;
}

static void sample_make(struct sample *sample, size_t tile, uint64_t *seed)
{
    const size_t room = sample->count + 8;

    sample->origin = below(seed, 5);
    sample->key_origin = below(seed, 3) ? 0 : below(seed, 5);
    sample->key_size = 1u << below(seed, 4);
    sample->stretches = below(seed, 2) ? 8 : (uint32_t)(1 + below(seed, 4));
    sample->elements = calloc(room, sizeof *sample->elements);
    sample->taken = calloc(room, 1);
    sample->keys = calloc(room, sample->key_size);
    sample->begins = calloc(room, sizeof *sample->begins);
    assert_true(sample->elements && sample->taken && sample->keys && sample->begins);
    for (size_t i = 0; i < room; i++) {
        sample->elements[i] = (int32_t)(next_random(seed) % 2001) - 1000;
        sample->taken[i] = below(seed, 3) != 0;
    }
    draw_keys(sample, tile, seed);
}

static void sample_destroy(struct sample *sample)
{
    free(sample->elements);
    free(sample->taken);
    free(sample->keys);
    free(sample->begins);
}

/* ---- what is expected: the sum, the least and the largest of those that are taken ---- */

struct expected {
    int64_t sum;
    int32_t least, largest;
    size_t taken;
};

static struct expected expect(const struct sample *sample, size_t run, bool is_masked)
{
    struct expected expected = {0, INT32_MAX, INT32_MIN, 0};

    for (size_t i = sample->begins[run]; i < sample->begins[run + 1]; i++) {
        const int32_t x = sample->elements[sample->origin + i];

        if (is_masked && !sample->taken[i])
            continue;
        expected.sum += x;
        expected.least = x < expected.least ? x : expected.least;
        expected.largest = x > expected.largest ? x : expected.largest;
        expected.taken++;
    }
    return expected;
}

/* ---- running ---- */

struct subject {
    const struct rig *rig;
    clr_plan *plan;
    clr_type type; /* i32 or f32 */
    bool is_masked;
    size_t value_sizes[RESULTS];
};

static size_t tile_of(const clr_plan *plan)
{
    return plan->front.choice->runs.marked
               ? plan->items.choice->runs.items * plan->items.choice->runs.elements
               : TILE_OTHERWISE;
}

static void subject_make(struct subject *subject, const struct rig *rig, clr_type type,
                         bool is_masked)
{
    clr_reduction reductions[RESULTS] = {CLR_REDUCTION(CLR_OPERATOR_SUM, type),
                                         CLR_REDUCTION(CLR_OPERATOR_MIN, type),
                                         CLR_REDUCTION(CLR_OPERATOR_MAX, type)};
    const clr_plan_options options = {.size = sizeof options,
                                      .shape = CLR_SHAPE_RUNS,
                                      .mask = is_masked ? CLR_MASK_BYTES : CLR_MASK_NONE,
                                      .device_count = 1,
                                      .runs = 1 << 16};

    *subject = (struct subject){.rig = rig, .type = type, .is_masked = is_masked};
    reductions[0].accuracy = CLR_ACCURACY_FAST; /* sums are small enough to be exact all the same */
    reductions[1].nan = CLR_NAN_IGNORE;
    assert_ok(rig, clr_plan_create(rig->context, reductions, RESULTS, &options, &subject->plan));
    for (size_t i = 0; i < RESULTS; i++) {
        clr_result result = {.size = sizeof result};

        assert_int_equal(clr_plan_result(subject->plan, i, &result), CLR_OK);
        subject->value_sizes[i] = (size_t)result.value_size;
    }
}

struct told {
    unsigned char *values[RESULTS], *statuses[RESULTS], *unique, *ends;
    uint64_t count;
};

static cl_mem elements_of(const struct subject *subject, const struct sample *sample)
{
    const size_t count = sample->origin + sample->count + 1;
    float *floats;
    cl_mem buffer;

    if (subject->type == CLR_TYPE_I32)
        return buffer_of(subject->rig, sample->elements, count * sizeof *sample->elements);
    floats = calloc(count, sizeof *floats);
    assert_non_null(floats);
    for (size_t i = 0; i < count; i++)
        floats[i] = (float)sample->elements[i];
    buffer = buffer_of(subject->rig, floats, count * sizeof *floats);
    free(floats);
    return buffer;
}

static void run(const struct subject *subject, const struct sample *sample, struct told *told)
{
    const struct rig *rig = subject->rig;
    const size_t room = sample->most + 2 * GUARD;
    const uint64_t counts[] = {UNTOUCHED, sample->there};
    clri_key_runs *choice = &own_design(subject->plan)->front.runs;
    const uint32_t stretches = choice->stretches;
    clr_mask mask = clr_mask_defaults();
    clr_runs runs = clr_runs_defaults();
    clr_arrays arrays[RESULTS];
    cl_mem x = elements_of(subject, sample), there = buffer_of(rig, counts, sizeof counts);
    unsigned char *count;

    for (size_t i = 0; i < RESULTS; i++)
        arrays[i] = (clr_arrays){.size = sizeof *arrays,
                                 .value = buffer_untouched(rig, room * subject->value_sizes[i]),
                                 .status = buffer_untouched(rig, room * sizeof(cl_int))};
    runs.keys = buffer_of(rig, sample->keys, (sample->count + 8) * sample->key_size);
    runs.first = sample->key_origin;
    runs.type = key_type(sample->key_size);
    runs.most = sample->most;
    runs.unique = buffer_untouched(rig, room * sample->key_size);
    runs.ends = buffer_untouched(rig, room * sizeof(uint64_t));
    runs.count = buffer_untouched(rig, 2 * sizeof(uint64_t));
    if (subject->is_masked)
        mask.mask = buffer_of(rig, sample->taken, sample->count + 1);
    choice->stretches = sample->stretches;
    assert_ok(rig,
              clr_plan_run(subject->plan,
                           RUN(.queue = rig->queue, .inputs = {{x, sample->origin, sample->count}},
                               .arrays = arrays, .array_count = RESULTS, .output_index = GUARD,
                               .runs = &runs, .mask = subject->is_masked ? &mask : NULL,
                               .count_at = there, .count_index = 1)));
    choice->stretches = stretches;
    for (size_t i = 0; i < RESULTS; i++) {
        told->values[i] = buffer_take(rig, arrays[i].value, room * subject->value_sizes[i]);
        told->statuses[i] = buffer_take(rig, arrays[i].status, room * sizeof(cl_int));
    }
    told->unique = buffer_take(rig, runs.unique, room * sample->key_size);
    told->ends = buffer_take(rig, runs.ends, room * sizeof(uint64_t));
    count = buffer_take(rig, runs.count, 2 * sizeof(uint64_t));
    memcpy(&told->count, count, sizeof told->count);
    assert_int_equal(count[sizeof told->count], UNTOUCHED);
    free(count);
    clReleaseMemObject(x);
    clReleaseMemObject(there);
    clReleaseMemObject(runs.keys);
    if (mask.mask)
        clReleaseMemObject(mask.mask);
}

static void told_free(struct told *told)
{
    for (size_t i = 0; i < RESULTS; i++) {
        free(told->values[i]);
        free(told->statuses[i]);
    }
    free(told->unique);
    free(told->ends);
}

/* ---- judging ---- */

static double number_at(const struct subject *subject, const struct told *told, size_t result,
                        size_t run)
{
    const size_t size = subject->value_sizes[result];
    const unsigned char *at = told->values[result] + (GUARD + run) * size;
    int64_t whole = 0;
    int32_t shorter;
    float number;

    if (subject->type == CLR_TYPE_F32) {
        memcpy(&number, at, sizeof number);
        return (double)number;
    }
    if (size == sizeof whole) {
        memcpy(&whole, at, sizeof whole);
        return (double)whole;
    }
    memcpy(&shorter, at, sizeof shorter);
    return (double)shorter;
}

static void judge_run(const struct subject *subject, const struct sample *sample,
                      const struct told *told, size_t run)
{
    const struct expected expected = expect(sample, run, subject->is_masked);
    const double numbers[RESULTS] = {(double)expected.sum, expected.least, expected.largest};
    uint64_t end;
    cl_int status;

    for (size_t i = 0; i < RESULTS; i++) {
        const cl_int wanted = i && expected.taken == 0 ? CLR_ERROR_EMPTY : CLR_OK;

        memcpy(&status, told->statuses[i] + (GUARD + run) * sizeof status, sizeof status);
        if (status != wanted ||
            (wanted == CLR_OK && number_at(subject, told, i, run) != numbers[i]))
            fail_msg("result %zu of run %zu of %zu, kind %d, %zu elements: %g and not %g, "
                     "status %d",
                     i, run, sample->found, sample->kind, sample->there,
                     number_at(subject, told, i, run), numbers[i], status);
    }
    memcpy(&end, told->ends + (GUARD + run) * sizeof end, sizeof end);
    if (end != sample->begins[run + 1])
        fail_msg("run %zu of %zu ends at %" PRIu64 " and not %zu", run, sample->found, end,
                 sample->begins[run + 1]);
    if (memcmp(told->unique + (GUARD + run) * sample->key_size,
               sample->keys + (sample->key_origin + sample->begins[run]) * sample->key_size,
               sample->key_size) != 0)
        fail_msg("the key of run %zu of %zu", run, sample->found);
}

/* Around the results that there are. */
static void judge_guards(const struct sample *sample, const unsigned char *array, size_t size)
{
    const size_t results = sample->found < sample->most ? sample->found : sample->most;

    for (size_t i = 0; i < (sample->most + 2 * GUARD) * size; i++)
        if ((i < GUARD * size || i >= (GUARD + results) * size) && array[i] != UNTOUCHED)
            fail_msg("byte %zu of results of %zu bytes is written, of %zu runs, %zu at most", i,
                     size, sample->found, sample->most);
}

static void try_sample(const struct subject *subject, struct sample sample, uint64_t *seed)
{
    struct told told;

    sample_make(&sample, tile_of(subject->plan), seed);
    run(subject, &sample, &told);
    if (told.count != sample.found)
        fail_msg("%" PRIu64 " runs of %zu keys and not %zu", told.count, sample.there,
                 sample.found);
    for (size_t k = 0; k < sample.found && k < sample.most; k++)
        judge_run(subject, &sample, &told, k);
    for (size_t i = 0; i < RESULTS; i++) {
        judge_guards(&sample, told.values[i], subject->value_sizes[i]);
        judge_guards(&sample, told.statuses[i], sizeof(cl_int));
    }
    judge_guards(&sample, told.unique, sample.key_size);
    judge_guards(&sample, told.ends, sizeof(uint64_t));
    told_free(&told);
    sample_destroy(&sample);
}

static void try_all(const struct rig *rig, clr_type type, bool is_masked)
{
    uint64_t seed = test_number("CLR_TEST_SEED", 5);
    const size_t step = test_scope() == SCOPE_FEW ? 3 : 1;
    struct subject subject;

    subject_make(&subject, rig, type, is_masked);
    for (size_t l = 0; l < LENGTHS; l++) {
        const size_t tile = tile_of(subject.plan);
        const size_t counts[] = {0,        1,        tile - 1,     tile,
                                 tile + 1, 3 * tile, 4 * tile - 1, TILES * tile + 7};

        for (size_t c = below(&seed, step); c < COUNT(counts); c += step) {
            const size_t count = counts[c];
            const size_t mosts[] = {count, count, count, count, count + 2, count / 2, 1, 0};

            try_sample(&subject,
                       (struct sample){.kind = (run_kind)l,
                                       .count = count,
                                       .there = below(&seed, 3) ? count : below(&seed, count + 1),
                                       .most = mosts[below(&seed, COUNT(mosts))]},
                       &seed);
        }
    }
    clr_plan_destroy(subject.plan);
}

TEST(floats_are_right_wherever_runs_end)
{
    for (size_t i = 0; i < rig_count(); i++)
        try_all(rig_at(i), CLR_TYPE_F32, false);
}

TEST(masks_take_elements_out_of_runs)
{
    for (size_t i = 0; i < rig_count(); i++)
        try_all(rig_at(i), CLR_TYPE_I32, true);
}

/* A GPU's plans fold runs as they find them unless elements must know their numbers. */
TEST(runs_are_folded_as_they_are_found)
{
    static const struct {
        clr_operator op;
        const char *map;
        bool is_folded;
    } rows[] = {{CLR_OPERATOR_MAX, "x * 2", true}, {CLR_OPERATOR_SUM, "x * n", false}};
    const clr_plan_options options = {.size = sizeof options, .shape = CLR_SHAPE_RUNS};

    for (size_t i = 0; i < rig_count(); i++) {
        const struct rig *rig = rig_at(i);

        for (size_t k = 0; k < COUNT(rows); k++) {
            clr_reduction reduction = CLR_REDUCTION(rows[k].op, CLR_TYPE_I32);
            clr_plan *plan;

            reduction.map = rows[k].map;
            assert_ok(rig, clr_plan_create(rig->context, &reduction, 1, &options, &plan));
            assert_int_equal(plan->front.choice->runs.marked != 0,
                             rows[k].is_folded && !plan->front.choice->runs.is_alone &&
                                 clri_has_items(plan));
            clr_plan_destroy(plan);
        }
    }
}
