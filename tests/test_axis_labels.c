/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Results of labels along axes: random arrays, views of them, axes, labels and masks against the
 * oracle, which is given each result's elements one behind the other; what is outside all labels;
 * what a map's i and n are; and what is refused. What is not a result stays untouched.
 * CLR_TEST_SEED is where the draws begin, and CLR_TEST_PLAN
 * alone is tried, if it is a plan's number.
 */
#include "draw.h"
#include "result_arrays.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ELEMENTS_MOST = 12000, RESULTS_MOST = 3000, REDUCTIONS_MOST = 2, BEFORE = 3 };

/* ---- samples ---- */

/* An array, as many labels as there are indices along its reduced axes, and a mask that lies as it.
 */
struct sample {
    unsigned rank, reduced;
    uint64_t extents[CLR_RANK_MOST];
    int64_t steps[CLR_RANK_MOST]; /* in elements */
    bool is_row_major;
    size_t elements, labels, kept; /* of the array; indices along reduced axes, and along others */
    size_t room, origin;           /* of buffers, in elements */
    uint64_t bins;
    int64_t *label_of;
    clr_type label_type;
    size_t *places, *index_of, *kept_of; /* of each element, in row-major order */
    unsigned char *inputs[2];
    bool *taken; /* by place */
};

/* As many axes as there may be: of one the labels, which are one more that is kept. */
static void draw_most_axes(struct sample *sample, uint64_t *seed)
{
    sample->rank = CLR_RANK_MOST;
    sample->reduced = 1u << below(seed, CLR_RANK_MOST);
    for (unsigned k = 0; k < sample->rank; k++)
        sample->extents[k] = 2;
}

/* Few results for each label, which need no sort if elements lie one behind the other. */
static void draw_short_vectors(struct sample *sample, uint64_t *seed)
{
    sample->rank = 3;
    sample->reduced = 1 << 1;
    sample->extents[0] = 1 + below(seed, 2);
    sample->extents[1] = ELEMENTS_MOST / 4;
    sample->extents[2] = 1 + below(seed, 2);
}

static void draw_extents(struct sample *sample, uint64_t *seed)
{
    static const uint64_t extents[] = {1, 2, 3, 4, 5, 7, 8, 16, 33, 128, 700};
    uint64_t all = 1;

    switch (below(seed, 8)) {
    case 0:
        draw_most_axes(sample, seed);
        return;
    case 1:
    case 2:
        draw_short_vectors(sample, seed);
        return;
    default:
        break;
    }
    sample->rank = 1 + (unsigned)below(seed, 5);
    sample->reduced = (unsigned)below(seed, (size_t)1 << sample->rank);
    if (sample->reduced == 0 || below(seed, 4))
        sample->reduced |= 1;
    for (unsigned k = 0; k < sample->rank; k++) {
        uint64_t extent = ONE_OF(seed, extents);

        while (all * extent > ELEMENTS_MOST)
            extent = (extent + 1) / 2;
        sample->extents[k] = extent;
        all *= extent;
    }
    if (below(seed, 15) == 0)
        sample->extents[below(seed, sample->rank)] = 0;
}

/* Row-major; or with axes that lie in another order, with gaps, and backwards. */
static void draw_steps(struct sample *sample, uint64_t *seed)
{
    unsigned order[CLR_RANK_MOST];
    int64_t step = 1;

    sample->is_row_major = below(seed, 2) != 0;
    for (unsigned k = 0; k < sample->rank; k++)
        order[k] = sample->rank - 1 - k;
    for (unsigned k = 0; !sample->is_row_major && k < sample->rank; k++) {
        const unsigned other = (unsigned)below(seed, sample->rank), was = order[k];

        order[k] = order[other];
        order[other] = was;
    }
    for (unsigned k = 0; k < sample->rank; k++) {
        const unsigned axis = order[k];

        if (!sample->is_row_major)
            step += (int64_t)below(seed, 2);
        sample->steps[axis] = step;
        step *= (int64_t)(sample->extents[axis] ? sample->extents[axis] : 1);
        if (!sample->is_row_major && below(seed, 3) == 0)
            sample->steps[axis] = -sample->steps[axis];
    }
    sample->room = (size_t)step + 2 * BEFORE;
    sample->origin = BEFORE;
    for (unsigned k = 0; k < sample->rank; k++)
        if (sample->steps[k] < 0 && sample->extents[k])
            sample->origin += (size_t)-sample->steps[k] * (size_t)(sample->extents[k] - 1);
}

/* Where each element lies, and of which result it is. */
static void number_elements(struct sample *sample)
{
    sample->elements = sample->labels = sample->kept = 1;
    for (unsigned k = 0; k < sample->rank; k++) {
        sample->elements *= sample->extents[k];
        *(sample->reduced >> k & 1 ? &sample->labels : &sample->kept) *= sample->extents[k];
    }
    sample->places = calloc(sample->elements + 1, sizeof *sample->places);
    sample->index_of = calloc(sample->elements + 1, sizeof *sample->index_of);
    sample->kept_of = calloc(sample->elements + 1, sizeof *sample->kept_of);
    for (size_t i = 0; i < sample->elements; i++) {
        size_t left = i, index_step = 1, kept_step = 1;

        sample->places[i] = sample->origin;
        for (unsigned k = sample->rank; k-- > 0;) {
            const size_t index = left % sample->extents[k];

            left /= sample->extents[k];
            sample->places[i] += index * (size_t)sample->steps[k];
            if (sample->reduced >> k & 1) {
                sample->index_of[i] += index * index_step;
                index_step *= sample->extents[k];
            } else {
                sample->kept_of[i] += index * kept_step;
                kept_step *= sample->extents[k];
            }
        }
    }
}

/* Few or many, mostly of some, or all of one. */
static void draw_labels(struct sample *sample, uint64_t *seed)
{
    static const uint64_t bins[] = {1, 2, 3, 17, 300, 3000};
    static const clr_type types[] = {CLR_TYPE_I32, CLR_TYPE_U32, CLR_TYPE_I64, CLR_TYPE_U64};
    const bool is_one = below(seed, 4) == 0;

    sample->bins = ONE_OF(seed, bins);
    while (sample->bins > 1 && sample->bins * sample->kept > RESULTS_MOST)
        sample->bins = (sample->bins + 1) / 2;
    sample->label_type = ONE_OF(seed, types);
    sample->label_of = calloc(sample->labels + 1, sizeof *sample->label_of);
    for (size_t i = 0; i < sample->labels; i++)
        sample->label_of[i] = is_one && below(seed, 20)
                                  ? (int64_t)sample->bins / 2
                                  : (int64_t)below(seed, (size_t)sample->bins + 2) - 1;
}

static void sample_make(struct sample *sample, clr_type type, uint64_t seed)
{
    static const oracle_data kinds[] = {ORACLE_UNIFORM, ORACLE_SPECIAL, ORACLE_SMALL, ORACLE_TIES,
                                        ORACLE_WIDE,    ORACLE_BALANCE, ORACLE_ZEROS};
    const oracle_data kind = ONE_OF(&seed, kinds);

    *sample = (struct sample){0};
    draw_extents(sample, &seed);
    draw_steps(sample, &seed);
    number_elements(sample);
    draw_labels(sample, &seed);
    sample->taken = calloc(sample->room, sizeof *sample->taken);
    for (size_t i = 0; i < sample->room; i++)
        sample->taken[i] = below(&seed, 5) != 0;
    for (int i = 0; i < 2; i++) {
        sample->inputs[i] = calloc(sample->room, oracle_size(type));
        oracle_fill(kind, next_random(&seed) | 1, type, sample->inputs[i], sample->room);
    }
}

static void sample_destroy(struct sample *sample)
{
    free(sample->places);
    free(sample->index_of);
    free(sample->kept_of);
    free(sample->label_of);
    free(sample->taken);
    free(sample->inputs[0]);
    free(sample->inputs[1]);
}

/* ---- running ---- */

struct subject {
    const struct rig *rig;
    const clr_reduction *reductions;
    size_t count;
    clr_mask_kind mask;
    clr_plan *plan;
    clr_plan_info info;
    clr_result results[REDUCTIONS_MOST];
};

static void subject_make(struct subject *subject)
{
    const clr_plan_options options = {.size = sizeof options,
                                      .shape = CLR_SHAPE_AXIS_LABELS,
                                      .mask = subject->mask,
                                      .labels = RESULTS_MOST,
                                      .label_elements = ELEMENTS_MOST};

    assert_ok(subject->rig, clr_plan_create(subject->rig->context, subject->reductions,
                                            subject->count, &options, &subject->plan));
    plan_tell(subject->plan, &subject->info, subject->results, subject->count);
}

struct told {
    struct result_arrays of;
    uint64_t outside[2];
};

static size_t room_for(const struct sample *sample)
{
    return sample->bins * sample->kept + 2 * BEFORE;
}

static void run_sample(const struct subject *subject, const struct sample *sample,
                       struct told *told)
{
    const struct rig *rig = subject->rig;
    const size_t element = (size_t)subject->info.element_size;
    cl_mem outside = buffer_untouched(rig, sizeof told->outside);
    clr_labels labels = {.size = sizeof labels,
                         .count = sample->bins,
                         .type = sample->label_type,
                         .labels =
                             integers_of(rig, sample->label_of, clr_type_size(sample->label_type),
                                         2, sample->labels),
                         .first = 2,
                         .outside = outside};
    int64_t strides[CLR_RANK_MOST];
    clr_axes axes = {.size = sizeof axes,
                     .rank = sample->rank,
                     .reduced = sample->reduced,
                     .extents = sample->extents};
    clr_mask mask = {.size = sizeof mask, .first = sample->origin};
    clr_arrays arrays[REDUCTIONS_MOST];
    clr_run run = {.size = sizeof run,
                   .queue = rig->queue,
                   .output_index = BEFORE,
                   .arrays = arrays,
                   .array_count = subject->count,
                   .axes = &axes,
                   .labels = &labels};

    *told = (struct told){0};
    result_arrays_make(&told->of, rig, subject->results, subject->count, room_for(sample), false,
                       arrays);
    for (unsigned k = 0; k < sample->rank; k++)
        strides[k] = sample->steps[k] * (int64_t)element;
    for (unsigned i = 0; i < subject->info.inputs; i++) {
        run.inputs[i] = (clr_span){buffer_of(rig, sample->inputs[i], sample->room * element),
                                   sample->origin, 0};
        axes.strides[i] = sample->is_row_major ? NULL : strides;
    }
    if (subject->mask) {
        mask.mask = mask_of(rig, subject->mask, sample->taken, 0, sample->room);
        mask.strides = sample->is_row_major ? NULL : sample->steps;
        run.mask = &mask;
    }
    assert_ok(rig, clr_plan_run(subject->plan, &run));
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
    result_arrays_fetch(&told->of, rig);
    buffer_read(rig, outside, 0, told->outside, sizeof told->outside);
    for (unsigned i = 0; i < subject->info.inputs; i++)
        clReleaseMemObject(run.inputs[i].buffer);
    if (mask.mask)
        clReleaseMemObject(mask.mask);
    clReleaseMemObject(labels.labels);
    clReleaseMemObject(outside);
}

/* ---- judging ---- */

/* What is left of each result, by label and kept index. */
static struct left *sort_elements(const struct subject *subject, const struct sample *sample)
{
    const size_t element = (size_t)subject->info.element_size;
    const size_t results = sample->bins * sample->kept;
    struct left *left = calloc(results + 1, sizeof *left);
    size_t *counts = calloc(results + 1, sizeof *counts);

    for (size_t i = 0; i < sample->elements; i++) {
        const int64_t label = sample->label_of[sample->index_of[i]];

        if (label >= 0 && (uint64_t)label < sample->bins)
            counts[(size_t)label * sample->kept + sample->kept_of[i]]++;
    }
    for (size_t r = 0; r < results; r++)
        left[r] = left_make(counts[r], element);
    for (size_t i = 0; i < sample->elements; i++) {
        const int64_t label = sample->label_of[sample->index_of[i]];
        const size_t at = sample->places[i] * element;
        struct left *its;

        if (label < 0 || (uint64_t)label >= sample->bins)
            continue;
        its = &left[(size_t)label * sample->kept + sample->kept_of[i]];
        if (subject->mask && !sample->taken[sample->places[i]])
            its->has_absent = true;
        else
            left_add(its, sample->inputs[0] + at, sample->inputs[1] + at, element,
                     sample->index_of[i]);
    }
    free(counts);
    return left;
}

static void judge_untouched(const struct sample *sample, const struct told *told, const char *what)
{
    const size_t room = room_for(sample);

    for (size_t i = 0; i < told->of.count; i++)
        for (size_t place = 0; place < room; place++)
            if ((place < BEFORE || place >= room - BEFORE) &&
                !result_is_untouched(&told->of, i, place))
                fail_msg("%s: place %zu is no result's, and is written", what, place);
}

static void judge_outside(const struct sample *sample, const struct told *told, const char *what)
{
    uint64_t outside = 0;

    for (size_t i = 0; i < sample->labels; i++)
        outside += sample->label_of[i] < 0 || (uint64_t)sample->label_of[i] >= sample->bins;
    if (told->outside[0] != outside || told->outside[1] != UINT64_C(0x5a5a5a5a5a5a5a5a))
        fail_msg("%s: %" PRIu64 " labels are said to be outside, not %" PRIu64, what,
                 told->outside[0], outside);
}

static void try_sample(const struct subject *subject, uint64_t seed)
{
    struct sample sample;
    struct told told;
    struct left *left;
    char what[200];

    sample_make(&sample, subject->reductions[0].type, seed);
    snprintf(what, sizeof what,
             "sample seed %" PRIu64 ": mask %d, rank %u, reduced 0x%x, %zu labels of %" PRIu64
             ", %zu kept%s",
             seed, (int)subject->mask, sample.rank, sample.reduced, sample.labels, sample.bins,
             sample.kept, sample.is_row_major ? "" : ", strided");
    run_sample(subject, &sample, &told);
    judge_untouched(&sample, &told, what);
    judge_outside(&sample, &told, what);
    left = sort_elements(subject, &sample);
    for (size_t r = 0; r < sample.bins * sample.kept; r++) {
        for (size_t i = 0; i < subject->count; i++) {
            const struct got got = result_got(&told.of, i, BEFORE + r);

            judge_left(&subject->reductions[i], &subject->results[i], &left[r],
                       clr_plan_depth(subject->plan, ELEMENTS_MOST), &got, what);
        }
        left_free(&left[r]);
    }
    free(left);
    result_arrays_free(&told.of);
    sample_destroy(&sample);
}

/* ---- what is tried ---- */

#define OF(op_, type_, accuracy_)                                                                  \
    {                                                                                              \
        .size = sizeof(clr_reduction), .op = CLR_OPERATOR_##op_, .type = CLR_TYPE_##type_,         \
        .accuracy = CLR_ACCURACY_##accuracy_                                                       \
    }

struct row {
    size_t count;
    clr_reduction reductions[REDUCTIONS_MOST];
};

static const struct row rows[] = {
    {1, {OF(SUM, F32, DEFAULT)}},
    {1, {OF(SUM, F16, EXACT)}},
    {1, {OF(DOT, F64, EXACT)}},
    {1, {OF(MEAN, BF16, DEFAULT)}},
    {1, {OF(PROD, U64, DEFAULT)}},
    {1, {OF(XOR, U8, DEFAULT)}},
    {1, {OF(ARGMIN, F32, DEFAULT)}},
    {1, {OF(MINMAX, I16, DEFAULT)}},
    {1, {OF(SUM, I32, DEFAULT)}},
    {1, {OF(SUM, F32, FAST)}},
    {1, {OF(VAR, F32, DEFAULT)}},
    {1, {OF(LOGSUMEXP, F64, DEFAULT)}},
    {1, {OF(SUM, F32, REPRODUCIBLE)}},
    {1, {OF(NRM2, F32, EXACT)}},
    {1, {OF(IAMAX, F16, DEFAULT)}},
    {1, {OF(COUNT, I8, DEFAULT)}},
    {2, {OF(MEAN, F32, DEFAULT), OF(STD, F32, DEFAULT)}},
    {2, {OF(ARGMAX, F64, DEFAULT), OF(SUM, F64, EXACT)}},
};

TEST(results_are_those_of_their_elements)
{
    static const clr_mask_kind masks[] = {CLR_MASK_NONE, CLR_MASK_BYTES, CLR_MASK_BITS};
    const size_t samples = test_scope() == SCOPE_FEW ? 4 : test_scope() == SCOPE_SMALL ? 8 : 24;
    const size_t apart = test_scope() == SCOPE_FEW ? 6 : test_scope() == SCOPE_SMALL ? 3 : 1;
    uint64_t seed = test_number("CLR_TEST_SEED", 42);

    for (size_t r = 0; r < rig_count(); r++)
        for (size_t i = 0; i < COUNT(rows); i++) {
            const uint64_t only = test_number("CLR_TEST_PLAN", i);
            struct subject subject = {.rig = rig_at(r),
                                      .reductions = rows[i].reductions,
                                      .count = rows[i].count,
                                      .mask = masks[i % 4 == 3 ? 1 + i / 4 % 2 : 0]};

            if (only != i || i % apart != 0)
                continue;
            subject_make(&subject);
            for (size_t k = 0; k < samples; k++)
                try_sample(&subject, next_random(&seed));
            clr_plan_destroy(subject.plan);
        }
}

/* ---- what expressions name ---- */

/* A matrix of 6 by 5 with labels along its rows, which are an element's i of n. */
TEST(i_and_n_are_of_the_labelled_axes)
{
    static const uint64_t extents[] = {6, 5};
    static const uint32_t label_of[] = {1, 0, 1, 7, 2, 1};
    static const double sums[] = {1 + 6, 0 + 2 + 5 + 3 * 6, 4 + 6};
    const clr_plan_options options = {.size = sizeof options, .shape = CLR_SHAPE_AXIS_LABELS};
    const clr_reduction sum = {
        .size = sizeof sum, .op = CLR_OPERATOR_SUM, .type = CLR_TYPE_F64, .map = "x * 0 + i + n"};
    double elements[30] = {0}, got[15];

    for (size_t r = 0; r < rig_count(); r++) {
        const struct rig *rig = rig_at(r);
        clr_axes axes = {.size = sizeof axes, .rank = 2, .reduced = 1, .extents = extents};
        clr_labels labels = {.size = sizeof labels,
                             .count = 3,
                             .type = CLR_TYPE_U32,
                             .labels = buffer_of(rig, label_of, sizeof label_of)};
        cl_mem input = buffer_of(rig, elements, sizeof elements);
        clr_arrays arrays = {.size = sizeof arrays, .value = buffer_untouched(rig, sizeof got)};
        clr_plan *plan;

        assert_ok(rig, clr_plan_create(rig->context, &sum, 1, &options, &plan));
        assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 30}},
                                              .arrays = &arrays, .array_count = 1, .axes = &axes,
                                              .labels = &labels)));
        buffer_read(rig, arrays.value, 0, got, sizeof got);
        for (size_t i = 0; i < COUNT(got); i++)
            assert_true(got[i] == sums[i / 5]);
        clr_plan_destroy(plan);
        clReleaseMemObject(arrays.value);
        clReleaseMemObject(labels.labels);
        clReleaseMemObject(input);
    }
}

/* ---- with and without a sort ---- */

enum { LABELLED = 6000, BINS = 3 };

/* Sums of `outer` x 6000 x `inner` elements by labels along the middle axis, where each element
 * lies `apart` from the next one. The kernel that folds, and the bits of the sums. */
static void sum_by(const struct rig *rig, clr_plan *plan, const uint64_t extents[3], int64_t apart,
                   const char *kernel, uint32_t *sums)
{
    const size_t count = extents[0] * extents[1] * extents[2], kept = extents[0] * extents[2];
    const int64_t strides[] = {(int64_t)(extents[1] * extents[2] * 4) * apart,
                               (int64_t)(extents[2] * 4) * apart, 4 * apart};
    float *elements = calloc(count * (size_t)apart, sizeof *elements);
    uint32_t *label_of = calloc(LABELLED, sizeof *label_of);
    clr_axes axes = {.size = sizeof axes,
                     .rank = 3,
                     .reduced = 2,
                     .extents = extents,
                     .strides = {apart > 1 ? strides : NULL}};
    clr_labels labels = {.size = sizeof labels, .count = BINS, .type = CLR_TYPE_U32};
    clr_arrays arrays = {.size = sizeof arrays,
                         .value = buffer_untouched(rig, kept * BINS * sizeof *sums)};
    cl_mem input;
    bool is_launched = false;
    uint64_t seed = 7;
    clr_launched launched = {.size = sizeof launched};

    for (size_t i = 0; i < count; i++)
        elements[i * (size_t)apart] = (float)((double)next_random(&seed) / 1e12);
    for (size_t i = 0; i < LABELLED; i++)
        label_of[i] = (uint32_t)below(&seed, BINS + 1);
    input = buffer_of(rig, elements, count * (size_t)apart * sizeof *elements);
    labels.labels = buffer_of(rig, label_of, LABELLED * sizeof *label_of);
    assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 0}},
                                          .arrays = &arrays, .array_count = 1, .axes = &axes,
                                          .labels = &labels)));
    buffer_read(rig, arrays.value, 0, sums, kept * BINS * sizeof *sums);
    for (size_t i = 0; clr_plan_launched(plan, i, &launched) == CLR_OK; i++)
        is_launched |= strcmp(launched.kernel, kernel) == 0;
    if (!is_launched)
        fail_msg("%" PRIu64 " x %d x %" PRIu64 ", %d apart: %s does not run", extents[0], LABELLED,
                 extents[2], (int)apart, kernel);
    clReleaseMemObject(input);
    clReleaseMemObject(labels.labels);
    clReleaseMemObject(arrays.value);
    free(elements);
    free(label_of);
}

/* Few results have cells, unless elements have gaps; the bits are those of the sort. */
TEST(short_vectors_are_not_sorted)
{
    static const uint64_t extents[][3] = {
        {1, LABELLED, 1}, {1, LABELLED, 3}, {4, LABELLED, 1}, {2, LABELLED, 2}, {1, LABELLED, 100}};
    const clr_plan_options options = {.size = sizeof options,
                                      .shape = CLR_SHAPE_AXIS_LABELS,
                                      .labels = 100,
                                      .label_elements = LABELLED};
    const clr_reduction sum = {.size = sizeof sum,
                               .op = CLR_OPERATOR_SUM,
                               .type = CLR_TYPE_F32,
                               .accuracy = CLR_ACCURACY_EXACT};
    uint32_t sums[2][100 * BINS];

    for (size_t r = 0; r < rig_count(); r++) {
        clr_plan *plan;

        assert_ok(rig_at(r), clr_plan_create(rig_at(r)->context, &sum, 1, &options, &plan));
        for (size_t i = 0; i < COUNT(extents); i++) {
            const size_t kept = extents[i][0] * extents[i][2];

            sum_by(rig_at(r), plan, extents[i], 1, kept > 4 ? "clr_walk_labels" : "clr_label_end",
                   sums[0]);
            sum_by(rig_at(r), plan, extents[i], 2, "clr_walk_labels", sums[1]);
            assert_memory_equal(sums[0], sums[1], kept * BINS * sizeof **sums);
        }
        clr_plan_destroy(plan);
    }
}

/* ---- refused ---- */

TEST(what_does_not_fit_is_refused)
{
    static const uint64_t extents[] = {6, 5};
    static const int64_t steps[] = {20, 4}, other[] = {4, 24}, far[] = {4000000000, 4};
    const clr_reduction numbered = {
        .size = sizeof numbered, .op = CLR_OPERATOR_SUM, .type = CLR_TYPE_F32, .map = "i * x"};
    const clr_reduction dot = {.size = sizeof dot,
                               .op = CLR_OPERATOR_DOT,
                               .type = CLR_TYPE_F32,
                               .accuracy = CLR_ACCURACY_FAST};
    clr_plan_options options = {
        .size = sizeof options, .shape = CLR_SHAPE_AXIS_LABELS, .labels = 3, .label_elements = 6};
    const struct rig *rig = rig_at((rig_count(), 0));
    cl_mem elements = buffer_untouched(rig, 30 * sizeof(float));
    cl_mem label_of = buffer_untouched(rig, 6 * sizeof(uint32_t));
    clr_arrays arrays = {.size = sizeof arrays, .value = buffer_untouched(rig, 15 * sizeof(float))};
    const clr_axes right_axes = {
        .size = sizeof right_axes, .rank = 2, .reduced = 1, .extents = extents};
    const clr_labels right_labels = {
        .size = sizeof right_labels, .count = 3, .type = CLR_TYPE_U32, .labels = label_of};
    clr_axes axes = right_axes;
    clr_labels labels = right_labels;
    const clr_run right =
        *RUN(.queue = rig->queue, .inputs = {{elements, 0, 0}, {elements, 0, 0}}, .arrays = &arrays,
             .array_count = 1, .axes = &axes, .labels = &labels);
    clr_run run = right;
    clr_plan *plan;

    options.trace = 1;
    assert_error(rig, CLR_ERROR_UNSUPPORTED,
                 clr_plan_create(rig->context, &dot, 1, &options, &plan), "trace");
    options.trace = 0;
    options.index = CLR_TYPE_U32;
    assert_error(rig, CLR_ERROR_UNSUPPORTED,
                 clr_plan_create(rig->context, &dot, 1, &options, &plan), "index");
    options.index = CLR_TYPE_DEFAULT;
    options.device_count = 1;
    assert_error(rig, CLR_ERROR_UNSUPPORTED,
                 clr_plan_create(rig->context, &dot, 1, &options, &plan), "device_count");
    options.device_count = 0;
    options.mask = CLR_MASK_BYTES;
    assert_error(rig, CLR_ERROR_UNSUPPORTED,
                 clr_plan_create(rig->context, &numbered, 1, &options, &plan), "i or n");
    options.mask = CLR_MASK_NONE;
    assert_ok(rig, clr_plan_create(rig->context, &dot, 1, &options, &plan));
#define REFUSED(status, change, part)                                                              \
    do {                                                                                           \
        change;                                                                                    \
        assert_error(rig, CLR_ERROR_##status, clr_plan_run(plan, &run), part);                     \
        run = right;                                                                               \
        axes = right_axes;                                                                         \
        labels = right_labels;                                                                     \
    } while (0)
    REFUSED(ARGUMENT, run.axes = NULL, "clr_run.axes and clr_run.labels");
    REFUSED(ARGUMENT, run.labels = NULL, "clr_run.axes and clr_run.labels");
    REFUSED(ARGUMENT, axes.reduced = 0, "one axis at least");
    REFUSED(UNSUPPORTED, axes.result_strides = steps, "result_strides");
    REFUSED(UNSUPPORTED, (axes.strides[0] = steps, axes.strides[1] = other), "lie alike");
    REFUSED(UNSUPPORTED, (axes.strides[0] = axes.strides[1] = far), "2^32");
    REFUSED(UNSUPPORTED, labels.count = 4, "clr_plan_options.labels");
    REFUSED(UNSUPPORTED, axes.reduced = 3, "clr_plan_options.label_elements");
    REFUSED(ARGUMENT, labels.type = CLR_TYPE_F32, "clr_labels.type");
    REFUSED(ARGUMENT, labels.first = 1, "clr_labels.labels");
    REFUSED(ARGUMENT, run.inputs[1].first = 1, "input y");
    REFUSED(ARGUMENT, run.output_index = 1, "reach beyond the buffer");
#undef REFUSED
    clr_plan_destroy(plan);
    clReleaseMemObject(arrays.value);
    clReleaseMemObject(label_of);
    clReleaseMemObject(elements);
}
