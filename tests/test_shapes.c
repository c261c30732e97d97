/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Many results at once, of axes and of segments: random arrays, views and offsets against the
 * oracle, which is given each result's elements one behind the other. What is not a result stays
 * untouched. CLR_TEST_SEED is where the draws begin; a failure's own seeds, given as CLR_TEST_PLAN
 * and CLR_TEST_SAMPLE, try that alone.
 */
#include "choose/slice_grid.h"
#include "oracle.h"
#include "plan/plan.h"
#include "split_mix.h"
#include "support.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array)        (sizeof(array) / sizeof *(array))
#define ONE_OF(seed, array) ((array)[below(seed, COUNT(array))])

enum {
    REDUCTIONS_MOST = 3,
    INPUTS_MOST = 2,
    ELEMENTS_MOST = 70000,
    GUARD = 5, /* untouched elements on either side of results */
    UNTOUCHED = 0x5a,
    WHY_SIZE = 400
};

static size_t below(uint64_t *seed, size_t limit)
{
    return (size_t)(next_random(seed) % limit);
}

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
        drawn.op = (clr_operator)(1 + below(seed, CLR_OPERATOR_LOGSUMEXP));
    while (clr_operator_result(drawn.op, type) == CLR_TYPE_DEFAULT);
    drawn.accuracy = ONE_OF(seed, levels);
    drawn.nan = below(seed, 3) ? CLR_NAN_PROPAGATE : CLR_NAN_IGNORE;
    drawn.overflow = below(seed, 2) ? CLR_OVERFLOW_WRAP : CLR_OVERFLOW_DETECT;
    if (drawn.op == CLR_OPERATOR_VAR || drawn.op == CLR_OPERATOR_STD)
        drawn.ddof = below(seed, 3);
    return drawn;
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
    subject->info.size = sizeof subject->info;
    assert_int_equal(clr_plan_describe(subject->plan, &subject->info), CLR_OK);
    for (size_t i = 0; i < subject->count; i++) {
        subject->results[i].size = sizeof subject->results[i];
        assert_int_equal(clr_plan_result(subject->plan, i, &subject->results[i]), CLR_OK);
    }
    return true;
}

/* ---- what a plan is run on ---- */

/* Places of elements in both inputs, result by result; and of the results in their arrays. */
struct sample {
    size_t inputs;
    size_t room[INPUTS_MOST];   /* elements of a buffer */
    size_t origin[INPUTS_MOST]; /* clr_span.first */
    clr_axes axes;
    uint64_t extents[CLR_RANK_MOST];
    int64_t strides[INPUTS_MOST][CLR_RANK_MOST];
    int64_t result_strides[CLR_RANK_MOST];
    bool is_row_major;
    uint64_t *begins, *ends; /* of segments */
    bool has_ends;
    clr_type offsets;
    size_t rows;
    size_t result_room, result_origin;
    unsigned char *elements[INPUTS_MOST];
};

/* Extents whose product is no more than that; sometimes 0, often 1. */
static void draw_extents(struct sample *sample, uint64_t *seed, size_t most)
{
    sample->axes.rank = (unsigned)below(seed, 5);
    if (below(seed, 8) == 0)
        sample->axes.rank = CLR_RANK_MOST;
    for (unsigned k = 0; k < sample->axes.rank; k++) {
        size_t extent = 1 + below(seed, below(seed, 3) ? 9 : 3000);

        if (below(seed, 40) == 0)
            extent = 0;
        if (extent > most)
            extent = most;
        sample->extents[k] = extent;
        most /= extent ? extent : 1;
    }
    sample->axes.reduced = (unsigned)below(seed, (size_t)1 << sample->axes.rank);
}

/* Steps of axes in any order of nesting, with gaps, some reversed, some 0; returns the elements
 * that they reach, and how far below the first. */
static size_t draw_steps(const struct sample *sample, uint64_t *seed, bool may_repeat,
                         unsigned axes, int64_t steps[CLR_RANK_MOST], size_t *under)
{
    unsigned order[CLR_RANK_MOST];
    size_t reached = 1;

    *under = 0;
    for (unsigned k = 0; k < sample->axes.rank; k++) {
        const unsigned at = (unsigned)below(seed, k + 1);

        order[k] = order[at];
        order[at] = k;
    }
    for (unsigned k = 0; k < sample->axes.rank; k++) {
        const unsigned axis = order[k];
        const size_t extent = (size_t)sample->extents[axis];
        size_t step = reached + (below(seed, 4) ? 0 : below(seed, 3));

        steps[axis] = 0;
        if (!(axes >> axis & 1) || extent == 0 || (may_repeat && below(seed, 12) == 0))
            continue;
        steps[axis] = (int64_t)step;
        reached += step * (extent - 1);
        if (below(seed, 4) == 0) {
            steps[axis] = -steps[axis];
            *under += step * (extent - 1);
        }
    }
    return reached;
}

static void draw_axes(struct sample *sample, const struct subject *subject, uint64_t *seed)
{
    const size_t size = oracle_size(subject->type);
    const unsigned all = (1u << CLR_RANK_MOST) - 1;
    size_t under;

    draw_extents(sample, seed, below(seed, 4) ? 4000 : ELEMENTS_MOST);
    sample->axes.size = sizeof sample->axes;
    sample->axes.extents = sample->extents;
    sample->is_row_major = below(seed, 3) == 0;
    sample->rows = 1;
    for (unsigned k = 0; k < sample->axes.rank; k++)
        if (!(sample->axes.reduced >> k & 1))
            sample->rows *= (size_t)sample->extents[k];
    for (size_t i = 0; i < sample->inputs; i++) {
        size_t step = 1;

        under = 0;
        if (sample->is_row_major) {
            for (unsigned k = sample->axes.rank; k-- > 0; step *= (size_t)sample->extents[k])
                sample->strides[i][k] = (int64_t)step;
            sample->room[i] = step;
        } else {
            sample->room[i] = draw_steps(sample, seed, true, all, sample->strides[i], &under);
            sample->axes.strides[i] = sample->strides[i];
        }
        sample->origin[i] = under + below(seed, 5);
        sample->room[i] += sample->origin[i] - under;
        for (unsigned k = 0; k < sample->axes.rank; k++)
            sample->strides[i][k] *= (int64_t)size;
    }
    sample->result_room = sample->rows;
    under = 0;
    if (below(seed, 3)) {
        size_t step = 1;

        for (unsigned k = sample->axes.rank; k-- > 0;)
            if (!(sample->axes.reduced >> k & 1)) {
                sample->result_strides[k] = (int64_t)step;
                step *= (size_t)sample->extents[k];
            }
    } else {
        sample->result_room = draw_steps(sample, seed, false, all & ~sample->axes.reduced,
                                         sample->result_strides, &under);
        sample->axes.result_strides = sample->result_strides;
    }
    sample->result_origin = GUARD + under;
}

static void draw_segments(struct sample *sample, uint64_t *seed)
{
    static const clr_type kinds[] = {CLR_TYPE_I32, CLR_TYPE_U32, CLR_TYPE_I64, CLR_TYPE_U64};
    const size_t count = below(seed, 4) ? below(seed, 4000) : below(seed, ELEMENTS_MOST);
    const size_t longest = 1 + below(seed, below(seed, 3) ? 12 : count + 1);

    sample->offsets = ONE_OF(seed, kinds);
    sample->has_ends = below(seed, 2);
    sample->rows = below(seed, 300);
    sample->begins = calloc(sample->rows + 1, sizeof *sample->begins);
    sample->ends = calloc(sample->rows + 1, sizeof *sample->ends);
    for (size_t k = 0; k <= sample->rows; k++) {
        const uint64_t last = k ? sample->begins[k - 1] : 0;

        sample->begins[k] = sample->has_ends ? below(seed, count + 1) : last + below(seed, longest);
        if (!sample->has_ends && sample->begins[k] > count)
            sample->begins[k] = count;
        if (below(seed, 50) == 0) /* beyond the input, or below the one before */
            sample->begins[k] = below(seed, 2 * count + 2);
        sample->ends[k] = sample->begins[k] + below(seed, longest);
    }
    if (!sample->has_ends)
        memcpy(sample->ends, sample->begins + 1, sample->rows * sizeof *sample->ends);
    for (size_t i = 0; i < sample->inputs; i++) {
        sample->origin[i] = below(seed, 5);
        sample->room[i] = sample->origin[i] + count;
    }
    sample->result_room = sample->rows;
    sample->result_origin = GUARD;
}

/* In place, as its axes point into it. */
static void sample_make(const struct subject *subject, uint64_t seed, struct sample *sample)
{
    *sample = (struct sample){.inputs = (size_t)subject->info.inputs};
    if (subject->shape == CLR_SHAPE_AXES)
        draw_axes(sample, subject, &seed);
    else
        draw_segments(sample, &seed);
    for (size_t i = 0; i < sample->inputs; i++) {
        const oracle_data kind = (oracle_data)below(&seed, ORACLE_DATA_COUNT);

        sample->elements[i] = malloc((sample->room[i] + 1) * oracle_size(subject->type));
        assert_non_null(sample->elements[i]);
        oracle_fill(kind, next_random(&seed), subject->type, sample->elements[i], sample->room[i]);
    }
}

static void sample_destroy(struct sample *sample)
{
    for (size_t i = 0; i < sample->inputs; i++)
        free(sample->elements[i]);
    free(sample->begins);
    free(sample->ends);
}

/* ---- what belongs to a result, by the header's words ---- */

struct row {
    size_t count;
    size_t place; /* from the results' origin; may wrap below it */
    unsigned char *elements[INPUTS_MOST];
    clr_status status;
};

/* Indices of number `number` along those axes, the last one fastest. */
static void indices_of(const struct sample *sample, unsigned axes, size_t number,
                       size_t indices[CLR_RANK_MOST])
{
    for (unsigned k = sample->axes.rank; k-- > 0;)
        if (axes >> k & 1) {
            indices[k] = number % (size_t)sample->extents[k];
            number /= (size_t)sample->extents[k];
        }
}

static void find_row_of_axes(const struct subject *subject, const struct sample *sample,
                             size_t number, struct row *row)
{
    const size_t size = oracle_size(subject->type);
    size_t indices[CLR_RANK_MOST] = {0};

    row->count = 1;
    for (unsigned k = 0; k < sample->axes.rank; k++)
        if (sample->axes.reduced >> k & 1)
            row->count *= (size_t)sample->extents[k];
    indices_of(sample, ~sample->axes.reduced, number, indices);
    row->place = 0;
    for (unsigned k = 0; k < sample->axes.rank; k++)
        if (!(sample->axes.reduced >> k & 1))
            row->place += indices[k] * (size_t)sample->result_strides[k];
    for (size_t i = 0; i < sample->inputs; i++) {
        row->elements[i] = malloc((row->count + 1) * size);
        for (size_t e = 0; e < row->count; e++) {
            size_t at = sample->origin[i] * size;

            indices_of(sample, sample->axes.reduced, e, indices);
            for (unsigned k = 0; k < sample->axes.rank; k++)
                at += indices[k] * (size_t)sample->strides[i][k];
            memcpy(row->elements[i] + e * size, sample->elements[i] + at, size);
        }
    }
}

static void find_row_of_segments(const struct subject *subject, const struct sample *sample,
                                 size_t number, struct row *row)
{
    const size_t size = oracle_size(subject->type);
    const size_t begin = (size_t)sample->begins[number], end = (size_t)sample->ends[number];
    const size_t count = sample->room[0] - sample->origin[0];

    row->place = number;
    row->count = begin < end ? end - begin : 0;
    row->status = row->count && end > count ? CLR_ERROR_ARGUMENT : CLR_OK;
    if (row->status != CLR_OK)
        row->count = 0;
    for (size_t i = 0; i < sample->inputs; i++) {
        row->elements[i] = malloc((row->count + 1) * size);
        if (row->count)
            memcpy(row->elements[i], sample->elements[i] + (sample->origin[i] + begin) * size,
                   row->count * size);
    }
}

/* ---- running ---- */

/* The arrays of one reduction, as bytes on the host. */
struct told {
    unsigned char *value, *second;
    uint64_t *index;
    cl_int *status;
};

static cl_mem marked(const struct rig *rig, size_t size)
{
    unsigned char *bytes = malloc(size);
    cl_mem buffer;

    assert_non_null(bytes);
    memset(bytes, UNTOUCHED, size);
    buffer = buffer_of(rig, bytes, size);
    free(bytes);
    return buffer;
}

static void *fetched(const struct rig *rig, cl_mem *buffer, size_t size)
{
    void *bytes;

    if (!*buffer)
        return NULL;
    bytes = malloc(size);
    assert_non_null(bytes);
    buffer_read(rig, *buffer, 0, bytes, size);
    clReleaseMemObject(*buffer);
    return bytes;
}

/* Offsets as the caller has them. */
static cl_mem offsets_of(const struct rig *rig, const struct sample *sample,
                         const uint64_t *offsets)
{
    const size_t size = oracle_size(sample->offsets);
    unsigned char *bytes = malloc((sample->rows + 1) * size);
    cl_mem buffer;

    assert_non_null(bytes);
    for (size_t k = 0; k <= sample->rows; k++)
        memcpy(bytes + k * size, &offsets[k], size);
    buffer = buffer_of(rig, bytes, (sample->rows + 1) * size);
    free(bytes);
    return buffer;
}

static void run(const struct subject *subject, const struct sample *sample,
                struct told told[REDUCTIONS_MOST])
{
    const struct rig *rig = subject->rig;
    const size_t room = sample->result_room + 2 * GUARD;
    const size_t size = oracle_size(subject->type);
    clr_arrays arrays[REDUCTIONS_MOST] = {{0}};
    clr_segments segments = {
        .size = sizeof segments, .count = sample->rows, .type = sample->offsets};
    clr_run asked = {.size = sizeof asked,
                     .queue = rig->queue,
                     .output_index = sample->result_origin,
                     .arrays = arrays,
                     .array_count = subject->count};

    for (size_t i = 0; i < subject->count; i++) {
        const clr_result *result = &subject->results[i];

        arrays[i] = (clr_arrays){.size = sizeof *arrays,
                                 .value = marked(rig, room * result->value_size),
                                 .status = marked(rig, room * sizeof(cl_int))};
        if (result->second_offset != CLR_UNKNOWN)
            arrays[i].second = marked(rig, room * result->value_size);
        if (result->index_offset != CLR_UNKNOWN)
            arrays[i].index = marked(rig, room * sizeof(uint64_t));
    }
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
    for (size_t i = 0; i < subject->count; i++) {
        told[i].value = fetched(rig, &arrays[i].value, room * subject->results[i].value_size);
        told[i].second = fetched(rig, &arrays[i].second, room * subject->results[i].value_size);
        told[i].index = fetched(rig, &arrays[i].index, room * sizeof(uint64_t));
        told[i].status = fetched(rig, &arrays[i].status, room * sizeof(cl_int));
    }
    for (size_t i = 0; i < sample->inputs; i++)
        clReleaseMemObject(asked.inputs[i].buffer);
    if (segments.begins)
        clReleaseMemObject(segments.begins);
    if (segments.ends)
        clReleaseMemObject(segments.ends);
}

/* ---- judging ---- */

static bool are_untouched(const void *array, size_t from, size_t size)
{
    const unsigned char *bytes = array;

    for (size_t i = 0; bytes && i < size; i++)
        if (bytes[from * size + i] != UNTOUCHED)
            return false;
    return true;
}

/* Of one reduction, at a place that is nobody's. */
static bool place_is_untouched(const struct subject *subject, const struct told *told,
                               size_t reduction, size_t place)
{
    const size_t size = (size_t)subject->results[reduction].value_size;

    return are_untouched(told->value, place, size) && are_untouched(told->second, place, size) &&
           are_untouched(told->index, place, sizeof(uint64_t)) &&
           are_untouched(told->status, place, sizeof(cl_int));
}

/* Where there is no value a NaN or 0 stands for it, and no index. */
static bool is_filled(const struct subject *subject, const struct told *told, size_t reduction,
                      size_t place)
{
    const clr_result *result = &subject->results[reduction];
    const unsigned char *value = told->value + place * result->value_size;
    uint64_t bits = 0;

    if (told->index && told->index[place] != CLR_UNKNOWN)
        return false;
    if (oracle_is_float(result->type)) {
        const double number = oracle_load(result->type, value, 0);

        return number != number;
    }
    memcpy(&bits, value, (size_t)result->value_size);
    return bits == 0;
}

static bool row_is_right(const struct subject *subject, const struct told *told, size_t reduction,
                         const struct row *row, size_t place, char *why)
{
    const clr_reduction *asked = &subject->reductions[reduction];
    const clr_result *result = &subject->results[reduction];
    const oracle_question question = {asked->op, asked->type, asked->nan, asked->overflow,
                                      asked->ddof};
    const oracle_answer answer = {
        .type = result->type,
        .value = told->value + place * result->value_size,
        .second = told->second ? told->second + place * result->value_size : NULL,
        .index = told->index ? told->index[place] : 0,
        .status = told->status[place],
        .depth = clr_plan_depth(subject->plan, row->count),
        .is_exact = result->accuracy == CLR_ACCURACY_EXACT && oracle_is_float(asked->type),
        .accumulator = result->accumulator,
    };
    oracle_value value;
    bool is_right;

    if (row->status != CLR_OK) {
        snprintf(why, WHY_SIZE, "status %d, and %d was expected", told->status[place], row->status);
        return told->status[place] == row->status && is_filled(subject, told, reduction, place);
    }
    oracle_reduce(&question, row->elements[0],
                  asked->op == CLR_OPERATOR_DOT ? row->elements[1] : NULL, row->count, &value);
    is_right = oracle_accepts(&value, &answer, why, WHY_SIZE);
    if (is_right && told->status[place] == CLR_ERROR_EMPTY) {
        snprintf(why, WHY_SIZE, "no value is there, and nothing stands for it");
        is_right = is_filled(subject, told, reduction, place);
    }
    oracle_clear(&value);
    return is_right;
}

static void judge(const struct subject *subject, const struct sample *sample, uint64_t seed,
                  struct told told[REDUCTIONS_MOST])
{
    const size_t room = sample->result_room + 2 * GUARD;
    bool *is_result = calloc(room, 1);

    assert_non_null(is_result);
    for (size_t number = 0; number < sample->rows; number++) {
        struct row row = {.status = CLR_OK};
        char why[WHY_SIZE] = "";
        size_t place;

        if (subject->shape == CLR_SHAPE_AXES)
            find_row_of_axes(subject, sample, number, &row);
        else
            find_row_of_segments(subject, sample, number, &row);
        place = sample->result_origin + row.place;
        assert_true(place < room && !is_result[place]);
        is_result[place] = true;
        for (size_t i = 0; i < subject->count; i++)
            if (!row_is_right(subject, &told[i], i, &row, place, why))
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
            if (!is_result[place] && !place_is_untouched(subject, &told[i], i, place))
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

    if (items->are_there && subject->shape == CLR_SHAPE_SEGMENTS)
        return clri_way_of_segments(&items->choice, sample->rows);
    if (!items->are_there || clri_rows_read(&sample->axes, (unsigned)sample->inputs,
                                            oracle_size(subject->type), &rows, NULL) != CLR_OK)
        return CLRI_WAY_GROUPS;
    return clri_way_with_slices(&items->choice, &subject->plan->choice, &rows);
}

/* Samples by groups, by items, by teams, and by slices. */
static size_t tally[4];

static void try_sample(const struct subject *subject, uint64_t seed)
{
    struct told told[REDUCTIONS_MOST] = {{0}};
    struct sample sample;

    sample_make(subject, seed, &sample);
    tally[way_of(subject, &sample)]++;
    run(subject, &sample, told);
    judge(subject, &sample, seed, told);
    for (size_t i = 0; i < subject->count; i++) {
        free(told[i].value);
        free(told[i].second);
        free(told[i].index);
        free(told[i].status);
    }
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

static void shapes_are_as_the_oracle_has_them(void **state)
{
    static const unsigned plans[] = {
        [SCOPE_FEW] = 8, [SCOPE_SMALL] = 16, [SCOPE_COVER] = 120, [SCOPE_FULL] = 2000};
    uint64_t seed = test_number("CLR_TEST_SEED", 16);

    (void)state;
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
    printf("%zu samples by groups, %zu by items, %zu by teams, %zu by slices\n", tally[0], tally[1],
           tally[2], tally[3]);
    if (test_scope() >= SCOPE_SMALL)
        assert_true(tally[0] && tally[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_are_as_the_oracle_has_them),
    };
    const int failures = leaks_looked_for(cmocka_run_group_tests(tests, NULL, NULL));

    rigs_destroy();
    return failures;
}
