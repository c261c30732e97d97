/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the host's threads fold together: results, and accumulators' bytes, are those that a thread
 * alone comes to, whose affinity lets it have one core. Flat arrays and few long results, which are
 * cut into slices; many short ones, which are shared out; uneven ones; with masks, conditions, maps
 * that count, and data whose sums need all digits. Where there is one core nothing is tried.
 */
#include "oracle.h"
#include "unit.h"

#include <clreduce/clreduce.h>
#include <sched.h>
#include <string.h>

enum { ELEMENTS = 300000, RESULTS = 2000, LABELS = 5, SEGMENTS = 40, STORED = 600 * RESULTS };

static clr_context *host;
static cpu_set_t all_cores;

static double x[ELEMENTS], y[ELEMENTS];
static uint32_t labels[ELEMENTS], offsets[SEGMENTS + 1];
static unsigned char mask[ELEMENTS];

static const uint64_t flat_extents[] = {ELEMENTS}, few[] = {3, ELEMENTS / 3},
                      many[] = {RESULTS, ELEMENTS / RESULTS};
static const clr_axes flat_axes = {.rank = 1, .reduced = 1, .extents = flat_extents},
                      few_rows = {.rank = 2, .reduced = 2, .extents = few},
                      few_columns = {.rank = 2, .reduced = 1, .extents = (uint64_t[]){100000, 3}},
                      many_rows = {.rank = 2, .reduced = 2, .extents = many},
                      many_columns = {.rank = 2, .reduced = 1, .extents = many};

static const struct layout {
    const char *name;
    clr_shape shape;
    const clr_axes *axes;
    uint64_t results; /* as clr_host_run has it */
    bool is_masked;
} layouts[] = {
    {"flat", CLR_SHAPE_AXES, &flat_axes, 0, false},
    {"flat, masked", CLR_SHAPE_AXES, &flat_axes, 0, true},
    {"few rows", CLR_SHAPE_AXES, &few_rows, 0, false},
    {"few columns", CLR_SHAPE_AXES, &few_columns, 0, false},
    {"many rows", CLR_SHAPE_AXES, &many_rows, 0, false},
    {"many columns", CLR_SHAPE_AXES, &many_columns, 0, false},
    {"segments", CLR_SHAPE_SEGMENTS, NULL, SEGMENTS, false},
    {"labels", CLR_SHAPE_LABELS, NULL, LABELS, false},
    {"labels, masked", CLR_SHAPE_LABELS, NULL, LABELS, true},
};

static const clr_reduction reductions[] = {
    CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F64),
    CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32),
    CLR_REDUCTION(CLR_OPERATOR_DOT, CLR_TYPE_F64),
    CLR_REDUCTION(CLR_OPERATOR_VAR, CLR_TYPE_F32),
    CLR_REDUCTION(CLR_OPERATOR_ARGMAX, CLR_TYPE_F32),
    CLR_REDUCTION(CLR_OPERATOR_MINMAX, CLR_TYPE_F64),
    CLR_REDUCTION(CLR_OPERATOR_PROD, CLR_TYPE_I32),
    {.size = sizeof(clr_reduction),
     .op = CLR_OPERATOR_SUM,
     .type = CLR_TYPE_F64,
     .nan = CLR_NAN_IGNORE,
     .where = "i % 7 < 3 && i < n / 2"},
};

/* ---- an answer, by some cores ---- */

typedef struct answers {
    uint64_t values[RESULTS];
    cl_int statuses[RESULTS];
    size_t size;
    unsigned char stored[STORED];
} answers;

static clr_host_run run_of(const struct layout *layout, clr_axes *axes)
{
    clr_host_run run = {.size = sizeof run,
                        .shape = layout->shape,
                        .inputs = {x, y},
                        .count = ELEMENTS,
                        .results = layout->results};

    if (layout->axes) {
        *axes = *layout->axes;
        axes->size = sizeof *axes;
        run.axes = axes;
    } else {
        run.by = layout->shape == CLR_SHAPE_SEGMENTS ? offsets : labels;
        run.by_type = CLR_TYPE_U32;
    }
    if (layout->is_masked) {
        run.mask_kind = CLR_MASK_BYTES;
        run.mask = mask;
    }
    return run;
}

static void compute(const clr_reduction *reduction, const struct layout *layout, answers *answer)
{
    clr_host_arrays arrays = {
        .size = sizeof arrays, .value = answer->values, .status = answer->statuses};
    clr_accumulator *accumulator = NULL;
    clr_axes axes;
    clr_host_run run = run_of(layout, &axes);

    memset(answer, 0, sizeof *answer);
    run.inputs[1] = oracle_takes_pairs(reduction->op) ? y : NULL;
    run.arrays = &arrays;
    if (clr_reduce_shape(host, reduction, 1, &run) != CLR_OK)
        fail_msg("%s: %s", layout->name, clr_context_error(host)->message);
    run.arrays = NULL;
    if (clr_reduce_accumulator(host, reduction, 1, &run, &accumulator) != CLR_OK)
        fail_msg("%s: %s", layout->name, clr_context_error(host)->message);
    if (clr_accumulator_store(accumulator, answer->stored, STORED, &answer->size) != CLR_OK)
        fail_msg("%s: %zu bytes", layout->name, answer->size);
    clr_accumulator_destroy(accumulator);
}

/* The thread's cores become one of those that it had. */
static void take_one_core(void)
{
    cpu_set_t one;
    size_t core = 0;

    while (!CPU_ISSET(core, &all_cores))
        core++;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
}

static void assert_alike(const clr_reduction *reduction, const struct layout *layout)
{
    static answers together, alone;

    compute(reduction, layout, &together);
    take_one_core();
    compute(reduction, layout, &alone);
    assert_int_equal(sched_setaffinity(0, sizeof all_cores, &all_cores), 0);
    if (memcmp(&together, &alone, sizeof alone) != 0)
        fail_msg("%s of %s, %s: threads come to another result than one alone",
                 clr_operator_name(reduction->op), clr_type_name(reduction->type), layout->name);
}

/* ---- tests ---- */

static void try_data(oracle_data kind)
{
    if (CPU_COUNT(&all_cores) < 2)
        skip();
    for (size_t i = 0; i < COUNT(reductions); i++) {
        oracle_fill(kind, 1 + i, reductions[i].type, x, ELEMENTS);
        oracle_fill(oracle_data_of_second(kind), 2 + i, reductions[i].type, y, ELEMENTS);
        for (size_t k = 0; k < COUNT(layouts); k++)
            assert_alike(&reductions[i], &layouts[k]);
    }
}

TEST(tame_data)
{
    try_data(ORACLE_UNIFORM);
}

TEST(data_of_all_exponents)
{
    try_data(ORACLE_WIDE);
}

/* The first of equal extremes stays, whichever thread meets another first. */
TEST(data_with_ties)
{
    try_data(ORACLE_TIES);
}

/* A segment that is not there has a status of its own, and no accumulator. */
TEST(a_segment_beyond_the_input)
{
    static answers answer;
    clr_host_arrays arrays = {
        .size = sizeof arrays, .value = answer.values, .status = answer.statuses};
    clr_accumulator *accumulator = NULL;
    uint32_t ends[] = {0, ELEMENTS / 2, ELEMENTS + 1};
    clr_host_run run = {.size = sizeof run,
                        .shape = CLR_SHAPE_SEGMENTS,
                        .inputs = {x},
                        .count = ELEMENTS,
                        .by = ends,
                        .by_type = CLR_TYPE_U32,
                        .results = 2,
                        .arrays = &arrays};

    assert_int_equal(clr_reduce_shape(host, &reductions[0], 1, &run), CLR_OK);
    assert_int_equal(answer.statuses[0], CLR_OK);
    assert_int_equal(answer.statuses[1], CLR_ERROR_ARGUMENT);
    run.arrays = NULL;
    assert_int_equal(clr_reduce_accumulator(host, &reductions[0], 1, &run, &accumulator),
                     CLR_ERROR_ARGUMENT);
    assert_null(accumulator);
}

void before_all(void)
{
    const clr_context_options options = {.size = sizeof options, .device = "host"};

    for (size_t i = 0; i < ELEMENTS; i++) {
        labels[i] = (uint32_t)(i * i % 11 % LABELS);
        mask[i] = i % 5 != 0;
    }
    for (uint32_t i = 1; i <= SEGMENTS; i++) /* the last one is half of all */
        offsets[i] = i == SEGMENTS ? ELEMENTS : i * i * (ELEMENTS / 2 / SEGMENTS / SEGMENTS);
    assert_int_equal(sched_getaffinity(0, sizeof all_cores, &all_cores), 0);
    assert_int_equal(clr_context_create(&options, &host), CLR_OK);
}

void after_all(void)
{
    clr_context_destroy(host);
}
