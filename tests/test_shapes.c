/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Many results at once, of axes and of segments: random arrays, views and offsets against the
 * oracle, which is given each result's elements one behind the other. What is not a result stays
 * untouched. CLR_TEST_SEED is where the draws begin; a failure's own seeds, given as CLR_TEST_PLAN
 * and CLR_TEST_SAMPLE, try that alone.
 */
#include "choose/slice_grid.h"
#include "operators.h"
#include "own_design.h"
#include "result_arrays.h"
#include "shape/made.h"
#include "shaped_sample.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REDUCTIONS_MOST = 3, WHY_SIZE = 400 };

/* ---- plans ---- */

struct subject {
    const struct rig *rig;
    uint64_t seed;
    clr_shape shape;
    clr_reduction reductions[REDUCTIONS_MOST];
    size_t count;
    clr_type type;
    clr_plan *plan;
    clr_plan_info info;
    clr_result results[REDUCTIONS_MOST];
};

static const clr_type types[] = {CLR_TYPE_I8,  CLR_TYPE_U16, CLR_TYPE_I32,  CLR_TYPE_U64,
                                 CLR_TYPE_F16, CLR_TYPE_F32, CLR_TYPE_BF16, CLR_TYPE_F64};

static clr_reduction draw_reduction(uint64_t *seed, clr_type type)
{
    static const clr_accuracy levels[] = {CLR_ACCURACY_DEFAULT, CLR_ACCURACY_DEFAULT,
                                          CLR_ACCURACY_FAST, CLR_ACCURACY_REPRODUCIBLE};
    clr_reduction drawn = CLR_REDUCTION(CLR_OPERATOR_SUM, type);

    do
        drawn.op = (clr_operator)(1 + below(seed, OPERATORS));
    while (clr_operator_result(drawn.op, type) == CLR_TYPE_DEFAULT);
    drawn.accuracy = ONE_OF(seed, levels);
    drawn.nan = below(seed, 3) ? CLR_NAN_PROPAGATE : CLR_NAN_IGNORE;
    drawn.overflow = below(seed, 2) ? CLR_OVERFLOW_WRAP : CLR_OVERFLOW_DETECT;
    if (drawn.op == CLR_OPERATOR_VAR || drawn.op == CLR_OPERATOR_STD)
        drawn.ddof = below(seed, 3);
    return drawn;
}

/* Samples are too few elements for most devices' stages to be worth it. */
static void go_by_stages(clr_plan *plan)
{
    clri_choice *items = &own_design(plan)->items;

    items->staged.fewest = items->staged.fewest_of_long_rows = 0;
    items->staged.fewest_of_segments = 0;
}

/* False for reductions that do not go together. */
static bool subject_make(struct subject *subject, const struct rig *rig, uint64_t seed)
{
    clr_plan_options options = {.size = sizeof options};
    clr_status status;

    *subject = (struct subject){.rig = rig, .seed = seed};
    subject->shape = below(&seed, 3) ? CLR_SHAPE_AXES : CLR_SHAPE_SEGMENTS;
    subject->type = ONE_OF(&seed, types);
    subject->count = below(&seed, 2) ? 1 : 1 + below(&seed, REDUCTIONS_MOST);
    for (size_t i = 0; i < subject->count; i++)
        subject->reductions[i] = draw_reduction(&seed, subject->type);
    options.shape = subject->shape;
    options.group_count = below(&seed, 3) ? 0 : 1 + below(&seed, 9);
    status = clr_plan_create(rig->context, subject->reductions, subject->count, &options,
                             &subject->plan);
    if (status == CLR_ERROR_UNSUPPORTED)
        return false;
    assert_ok(rig, status);
    if (below(&seed, 2))
        go_by_stages(subject->plan);
    plan_tell(subject->plan, &subject->info, subject->results, subject->count);
    return true;
}

/* ---- running ---- */

static cl_mem offsets_of(const struct rig *rig, const struct sample *sample,
                         const uint64_t *offsets)
{
    return integers_of(rig, offsets, oracle_size(sample->offsets), 0, sample->rows + 1);
}

static void run(const struct subject *subject, const struct sample *sample,
                struct result_arrays *told)
{
    const struct rig *rig = subject->rig;
    const size_t size = oracle_size(subject->type);
    clr_arrays arrays[REDUCTIONS_MOST];
    clr_segments segments = {
        .size = sizeof segments, .count = sample->rows, .type = sample->offsets};
    clr_run asked = {.size = sizeof asked,
                     .queue = rig->queue,
                     .output_index = sample->result_origin,
                     .arrays = arrays,
                     .array_count = subject->count};

    result_arrays_make(told, rig, subject->results, subject->count, sample->result_room + 2 * GUARD,
                       false, arrays);
    for (size_t i = 0; i < sample->inputs; i++)
        asked.inputs[i] =
            (clr_span){buffer_of(rig, sample->elements[i], (sample->room[i] + 1) * size),
                       sample->origin[i], sample->room[i] - sample->origin[i]};
    if (subject->shape == CLR_SHAPE_AXES) {
        asked.axes = &sample->axes;
    } else {
        segments.begins = offsets_of(rig, sample, sample->begins);
        segments.ends = sample->has_ends ? offsets_of(rig, sample, sample->ends) : NULL;
        asked.segments = &segments;
    }
    assert_ok(rig, clr_plan_run(subject->plan, &asked));
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
    result_arrays_fetch(told, rig);
    for (size_t i = 0; i < sample->inputs; i++)
        clReleaseMemObject(asked.inputs[i].buffer);
    if (segments.begins)
        clReleaseMemObject(segments.begins);
    if (segments.ends)
        clReleaseMemObject(segments.ends);
}

/* ---- judging ---- */

/* Where there is no value a NaN or 0 stands for it, and no index. */
static bool is_filled(const clr_result *result, const struct got *got)
{
    uint64_t bits = 0;

    if (result->index_offset != CLR_UNKNOWN && got->index != CLR_UNKNOWN)
        return false;
    if (oracle_is_float(result->type)) {
        const double number = oracle_load(result->type, got->value, 0);

        return number != number;
    }
    memcpy(&bits, got->value, (size_t)result->value_size);
    return bits == 0;
}

static bool row_is_right(const struct subject *subject, const struct result_arrays *told,
                         size_t reduction, const struct row *row, size_t place, char *why)
{
    const clr_reduction *asked = &subject->reductions[reduction];
    const clr_result *result = &subject->results[reduction];
    const oracle_question question = {asked->op, asked->type, asked->nan, asked->overflow,
                                      asked->ddof};
    const struct got got = result_got(told, reduction, place);
    const oracle_answer answer = {
        .type = result->type,
        .value = got.value,
        .second = got.second,
        .index = got.index,
        .status = got.status,
        .depth = clr_plan_depth(subject->plan, row->count),
        .is_exact = result->accuracy == CLR_ACCURACY_EXACT,
        .accumulator = result->accumulator,
    };
    oracle_value value;
    bool is_right;

    if (row->status != CLR_OK) {
        snprintf(why, WHY_SIZE, "status %d, and %d was expected", (int)got.status,
                 (int)row->status);
        return got.status == row->status && is_filled(result, &got);
    }
    oracle_reduce(&question, row->elements[0],
                  oracle_takes_pairs(asked->op) ? row->elements[1] : NULL, row->count, &value);
    is_right = oracle_accepts(&value, &answer, why, WHY_SIZE);
    if (is_right && got.status == CLR_ERROR_EMPTY) {
        snprintf(why, WHY_SIZE, "no value is there, and nothing stands for it");
        is_right = is_filled(result, &got);
    }
    oracle_clear(&value);
    return is_right;
}

static void judge(const struct subject *subject, const struct sample *sample, uint64_t seed,
                  const struct result_arrays *told)
{
    const size_t room = sample->result_room + 2 * GUARD;
    bool *is_result = calloc(room, 1);

    assert_non_null(is_result);
    for (size_t number = 0; number < sample->rows; number++) {
        struct row row = {.status = CLR_OK};
        char why[WHY_SIZE] = "";
        size_t place;

        row_find(sample, number, &row);
        place = sample->result_origin + row.place;
        assert_true(place < room && !is_result[place]);
        is_result[place] = true;
        for (size_t i = 0; i < subject->count; i++)
            if (!row_is_right(subject, told, i, &row, place, why))
                fail_msg("plan seed %" PRIu64 ", sample seed %" PRIu64
                         ": %s of %s at level %s, nan %d, shape %d, result %zu of %zu, %zu "
                         "elements: %s",
                         subject->seed, seed, clr_operator_name(subject->reductions[i].op),
                         clr_type_name(subject->type),
                         clr_accuracy_name(subject->results[i].accuracy),
                         (int)subject->reductions[i].nan, (int)subject->shape, number, sample->rows,
                         row.count, why);
        for (size_t i = 0; i < sample->inputs; i++)
            free(row.elements[i]);
    }
    for (size_t place = 0; place < room; place++)
        for (size_t i = 0; i < subject->count; i++)
            if (!is_result[place] && !result_is_untouched(told, i, place))
                fail_msg("plan seed %" PRIu64 ", sample seed %" PRIu64
                         ": place %zu of %zu is no result's, and was written",
                         subject->seed, seed, place, room);
    free(is_result);
}

/* Who takes the sample's results. */
static clri_way way_of(const struct subject *subject, const struct sample *sample)
{
    const clri_plan_items *items = &subject->plan->items;
    clri_rows rows;

    if (clri_has_items(subject->plan) && subject->shape == CLR_SHAPE_SEGMENTS)
        return clri_way_of_segments(items->choice, sample->rows);
    if (!clri_has_items(subject->plan) ||
        clri_axes_read(&sample->axes, (unsigned)sample->inputs, oracle_size(subject->type), NULL,
                       &rows, NULL) != CLR_OK)
        return CLRI_WAY_GROUPS;
    return clri_way_with_slices(items->choice, subject->plan->choice, &rows);
}

/* Samples, by who takes their results. */
static size_t tally[CLRI_WAY_SLICES + 1];

static void try_sample(const struct subject *subject, uint64_t seed)
{
    struct result_arrays told;
    struct sample sample;

    sample_make(subject->shape, subject->type, (size_t)subject->info.inputs, seed, &sample);
    tally[way_of(subject, &sample)]++;
    run(subject, &sample, &told);
    judge(subject, &sample, seed, &told);
    result_arrays_free(&told);
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

TEST(shapes_are_as_the_oracle_has_them)
{
    static const unsigned plans[] = {
        [SCOPE_FEW] = 32, [SCOPE_SMALL] = 16, [SCOPE_COVER] = 120, [SCOPE_FULL] = 2000};
    uint64_t seed = test_number("CLR_TEST_SEED", 16);

    if (getenv("CLR_TEST_PLAN")) {
        replay(rig_at((rig_count(), 0)), test_number("CLR_TEST_PLAN", 0),
               test_number("CLR_TEST_SAMPLE", 0));
        return;
    }
    for (size_t i = 0; i < rig_count(); i++)
        for (unsigned plan = 0; plan < plans[test_scope()]; plan++) {
            struct subject subject;

            if (!subject_make(&subject, rig_at(i), next_random(&seed)))
                continue;
            for (unsigned sample = 0; sample < 12; sample++)
                try_sample(&subject, next_random(&seed));
            clr_plan_destroy(subject.plan);
        }
    printf("%zu samples by groups, %zu by items, %zu by teams, %zu staged, %zu by slices\n",
           tally[CLRI_WAY_GROUPS], tally[CLRI_WAY_ITEMS], tally[CLRI_WAY_TEAMS],
           tally[CLRI_WAY_STAGE], tally[CLRI_WAY_SLICES]);
    if (test_scope() >= SCOPE_SMALL)
        assert_true(tally[0] && tally[1]);
}
