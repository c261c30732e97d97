/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Some of the elements beside every shape: masks, lists of indices, masks of a list's entries, and
 * counts that the device knows, in all combinations, against the oracle, which is given what is
 * left of each result; and how many labels and indices are outside. What is not a result stays
 * untouched. CLR_TEST_SEED is where the draws begin.
 */
#include "some_sample.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- running ---- */

/* Values of `size` bytes each, of which element BEFORE is the first. */
static cl_mem shifted(const struct rig *rig, const void *values, size_t apart, size_t size,
                      size_t count)
{
    unsigned char *bytes = calloc(BEFORE + count, size);
    cl_mem buffer;

    for (size_t i = 0; i < count; i++)
        memcpy(bytes + (BEFORE + i) * size, (const unsigned char *)values + i * apart, size);
    buffer = buffer_of(rig, bytes, (BEFORE + count) * size);
    free(bytes);
    return buffer;
}

struct told {
    struct result_arrays of;
    cl_mem outside[2]; /* labels and indices; of runs in place of the first how many there are */
};

static size_t room_for(const struct sample *sample)
{
    return sample->entries + sample->results + 2 * BEFORE;
}

/* The shape's own numbers. */
struct shape_of_run {
    clr_axes axes;
    clr_segments segments;
    clr_labels labels;
    clr_runs runs;
    uint64_t extents[2];
    cl_mem buffer;
};

static void name_shape(const struct subject *subject, const struct sample *sample,
                       const struct told *told, struct shape_of_run *shape, clr_run *run)
{
    const struct rig *rig = subject->rig;

    *shape = (struct shape_of_run){.axes = clr_axes_defaults(),
                                   .segments = clr_segments_defaults(),
                                   .labels = clr_labels_defaults(),
                                   .runs = clr_runs_defaults(),
                                   .extents = {sample->results, sample->length}};
    if (subject->shape == CLR_SHAPE_AXES) {
        shape->axes.rank = 2;
        shape->axes.reduced = 1 << 1;
        shape->axes.extents = shape->extents;
        run->axes = &shape->axes;
        return;
    }
    if (subject->shape == CLR_SHAPE_FLAT)
        return;
    shape->buffer =
        subject->shape == CLR_SHAPE_SEGMENTS
            ? shifted(rig, sample->begins, sizeof(uint32_t), sizeof(uint32_t), sample->results + 1)
            : shifted(rig, sample->names, sizeof(uint32_t), sizeof(uint32_t), sample->entries);
    shape->segments.count = shape->labels.count = sample->results;
    shape->segments.type = shape->labels.type = shape->runs.type = CLR_TYPE_U32;
    shape->segments.begins = shape->labels.labels = shape->runs.keys = shape->buffer;
    shape->segments.first = shape->labels.first = shape->runs.first = BEFORE;
    shape->labels.outside = shape->runs.count = told->outside[0];
    shape->runs.most = sample->entries;
    run->segments = subject->shape == CLR_SHAPE_SEGMENTS ? &shape->segments : NULL;
    run->labels = subject->shape == CLR_SHAPE_LABELS ? &shape->labels : NULL;
    run->runs = subject->shape == CLR_SHAPE_RUNS ? &shape->runs : NULL;
}

/* Which elements there are. */
static void name_some(const struct subject *subject, struct sample *sample, const struct told *told,
                      clr_run *run)
{
    const struct rig *rig = subject->rig;
    const cl_ulong counts[] = {77, sample->there == sample->entries ? CLR_UNKNOWN : sample->there};

    sample->mask = clr_mask_defaults();
    sample->index = clr_index_defaults();
    if (subject->way.mask) {
        sample->mask.mask = mask_of(rig, subject->way.mask, sample->taken, BEFORE, sample->entries);
        sample->mask.first = BEFORE;
        run->mask = &sample->mask;
    }
    if (subject->way.index) {
        sample->index.indices = shifted(rig, sample->indices, sizeof(int64_t),
                                        clr_type_size(subject->way.index), sample->entries);
        sample->index.first = BEFORE;
        sample->index.count = sample->entries;
        sample->index.outside = told->outside[1];
        run->index = &sample->index;
    }
    if (subject->way.is_told) {
        sample->counts = buffer_of(rig, counts, sizeof counts);
        run->count_at = sample->counts;
        run->count_index = 1;
    }
}

static void release(cl_mem buffer)
{
    if (buffer)
        clReleaseMemObject(buffer);
}

static void told_free(struct told *told)
{
    result_arrays_free(&told->of);
    release(told->outside[0]);
    release(told->outside[1]);
}

static void run_sample(const struct subject *subject, struct sample *sample, struct told *told)
{
    const struct rig *rig = subject->rig;
    const size_t element = (size_t)subject->info.element_size;
    clr_run run = {.size = sizeof run, .queue = rig->queue, .output_index = BEFORE};
    clr_arrays arrays[REDUCTIONS_MOST];
    struct shape_of_run shape;

    *told = (struct told){.outside = {buffer_untouched(rig, 2 * sizeof(uint64_t)),
                                      buffer_untouched(rig, 2 * sizeof(uint64_t))}};
    result_arrays_make(&told->of, rig, subject->results, subject->count, room_for(sample),
                       subject->shape == CLR_SHAPE_FLAT, arrays);
    name_shape(subject, sample, told, &shape, &run);
    name_some(subject, sample, told, &run);
    run.arrays = arrays;
    run.array_count = subject->count;
    for (unsigned i = 0; i < subject->info.inputs; i++)
        run.inputs[i] =
            (clr_span){buffer_of(rig, sample->inputs[i], (BEFORE + sample->elements) * element),
                       BEFORE, sample->elements};
    assert_ok(rig, clr_plan_run(subject->plan, &run));
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
    result_arrays_fetch(&told->of, rig);
    for (unsigned i = 0; i < CLR_INPUTS_MOST; i++)
        release(run.inputs[i].buffer);
    release(shape.buffer);
    release(sample->mask.mask);
    release(sample->index.indices);
    release(sample->counts);
}

/* ---- judging ---- */

static void judge_result(const struct subject *subject, const struct sample *sample,
                         const struct told *told, size_t number, size_t result, const char *what)
{
    const size_t element = (size_t)subject->info.element_size;
    const struct got got = result_got(&told->of, number, BEFORE + result);
    struct left left = left_make(sample->entries, element);

    for (size_t i = 0; i < sample->entries; i++) {
        const size_t place = BEFORE + (subject->way.index ? (size_t)sample->indices[i] : i);

        if (sample->result_of[i] != result || i >= sample->there)
            continue;
        if (is_some(subject, sample, i))
            left_add(&left, sample->inputs[0] + place * element,
                     sample->inputs[1] + place * element, element, sample->place_of[i]);
        else /* by label it is as if it were not there */
            left.has_absent |= subject->shape != CLR_SHAPE_LABELS;
    }
    judge_left(&subject->reductions[number], &subject->results[number], &left, 64, &got, what);
    left_free(&left);
}

static void judge_untouched(const struct sample *sample, const struct told *told, const char *what)
{
    for (size_t i = 0; i < told->of.count; i++)
        for (size_t place = 0; place < room_for(sample); place++)
            if ((place < BEFORE || place >= BEFORE + sample->results) &&
                !result_is_untouched(&told->of, i, place))
                fail_msg("%s: place %zu is no result's, and is written", what, place);
}

static void judge_number(const struct subject *subject, cl_mem buffer, uint64_t expected,
                         const char *of, const char *what)
{
    uint64_t got[2];

    buffer_read(subject->rig, buffer, 0, got, sizeof got);
    if (got[0] != expected || got[1] != UINT64_C(0x5a5a5a5a5a5a5a5a))
        fail_msg("%s: %" PRIu64 " %s, not %" PRIu64, what, got[0], of, expected);
}

static void judge_outside(const struct subject *subject, const struct sample *sample,
                          const struct told *told, const char *what)
{
    uint64_t labels = 0, indices = 0;

    for (size_t i = 0; i < sample->there; i++) {
        labels += is_some(subject, sample, i) && sample->result_of[i] == sample->results;
        indices += subject->way.index && !is_named(sample, subject->way.index, i);
    }
    if (subject->shape == CLR_SHAPE_LABELS)
        judge_number(subject, told->outside[0], labels, "labels are said to be outside", what);
    if (subject->shape == CLR_SHAPE_RUNS)
        judge_number(subject, told->outside[0], sample->results, "runs are said to be there", what);
    if (subject->way.index)
        judge_number(subject, told->outside[1], indices, "indices are said to be outside", what);
}

static void try_sample(const struct subject *subject, uint64_t seed)
{
    struct sample sample;
    struct told told;
    char what[160];

    sample_make(subject, &sample, seed);
    snprintf(what, sizeof what,
             "sample seed %" PRIu64 ": shape %d, mask %d, index %d, told %d, %zu of %zu entries of "
             "%zu elements",
             seed, (int)subject->shape, (int)subject->way.mask, (int)subject->way.index,
             subject->way.is_told, sample.there, sample.entries, sample.elements);
    run_sample(subject, &sample, &told);
    judge_untouched(&sample, &told, what);
    judge_outside(subject, &sample, &told, what);
    for (size_t i = 0; i < subject->count; i++)
        for (size_t k = 0; k < sample.results; k++)
            judge_result(subject, &sample, &told, i, k, what);
    told_free(&told);
    sample_destroy(&sample);
}

/* ---- what is tried ---- */

#define OF(op, type) CLR_REDUCTION(CLR_OPERATOR_##op, CLR_TYPE_##type)

struct row {
    size_t count;
    clr_reduction reductions[REDUCTIONS_MOST];
};

static const struct way ways[] = {
    {CLR_MASK_BITS, CLR_TYPE_DEFAULT, false, false}, {CLR_MASK_BYTES, CLR_TYPE_I32, false, true},
    {CLR_MASK_NONE, CLR_TYPE_U64, false, false},     {CLR_MASK_NONE, CLR_TYPE_DEFAULT, false, true},
    {CLR_MASK_BYTES, CLR_TYPE_DEFAULT, false, true}, {CLR_MASK_NONE, CLR_TYPE_U32, true, false},
    {CLR_MASK_BITS, CLR_TYPE_I64, false, false},     {CLR_MASK_BITS, CLR_TYPE_U32, true, true},
    {CLR_MASK_NONE, CLR_TYPE_I32, false, true},
};

/* Each row in so many ways, from that one on. */
static void try_rows(clr_shape shape, const struct row *rows, size_t row_count, size_t first_way,
                     size_t ways_of_row)
{
    const size_t rounds = test_scope() == SCOPE_FEW ? 2 : test_scope() == SCOPE_SMALL ? 4 : 12;
    uint64_t seed = test_number("CLR_TEST_SEED", 17);

    for (size_t d = 0; d < rig_count(); d++)
        for (size_t i = 0; i < row_count * ways_of_row; i++) {
            struct subject subject = {.rig = rig_at(d),
                                      .shape = shape,
                                      .way = ways[(first_way + i) % COUNT(ways)],
                                      .reductions = rows[i / ways_of_row].reductions,
                                      .count = rows[i / ways_of_row].count};

            if (subject.way.is_told && (shape == CLR_SHAPE_AXES || shape == CLR_SHAPE_SEGMENTS))
                subject.way.is_told = false;
            subject_make(&subject);
            for (size_t round = 0; round < rounds; round++)
                try_sample(&subject, next_random(&seed));
            clr_plan_destroy(subject.plan);
        }
}

/* In each scope so many rows, from the first on, and so many ways of each, in turn. */
static size_t some(size_t few, size_t small, size_t all)
{
    return test_scope() == SCOPE_FEW ? few : test_scope() == SCOPE_SMALL ? small : all;
}

TEST(labels_that_atomics_fold)
{
    static const struct row rows[] = {
        {1, {OF(SUM, I32)}}, {1, {OF(MAX, I64)}},  {1, {OF(SUM, F32)}}, {1, {OF(XOR, U16)}},
        {1, {OF(DOT, U8)}},  {1, {OF(MEAN, F64)}}, {1, {OF(ANY, F16)}},
    };

    try_rows(CLR_SHAPE_LABELS, rows, some(1, 2, COUNT(rows)), 0, some(2, 3, COUNT(ways)));
}

TEST(labels_that_are_sorted)
{
    static const struct row rows[] = {
        {2, {OF(ARGMAX, I32), OF(SUM, I32)}},
        {1, {OF(PROD, U8)}},
        {2, {OF(DOT, I16), OF(MIN, I16)}},
        {1, {OF(NRM2, F32)}},
    };

    try_rows(CLR_SHAPE_LABELS, rows, some(1, 1, COUNT(rows)), 0, some(2, 3, COUNT(ways)));
}

TEST(other_shapes)
{
    static const clr_shape shapes[] = {CLR_SHAPE_RUNS, CLR_SHAPE_FLAT, CLR_SHAPE_AXES,
                                       CLR_SHAPE_SEGMENTS};
    static const size_t first_ways[] = {1, 7, 6, 1};
    static const struct row rows[] = {
        {2, {OF(SUM, I32), OF(ARGMIN, I32)}}, {1, {OF(DOT, U8)}}, {1, {OF(SUM, F32)}}};

    for (size_t i = 0; i < COUNT(shapes); i++)
        try_rows(shapes[i], rows, some(1, 1, COUNT(rows)), first_ways[i], some(1, 1, COUNT(ways)));
}

/* ---- i and n of elements that are sorted ---- */

static int64_t number_of(const struct subject *subject, const struct sample *sample, size_t entry)
{
    const size_t at = BEFORE + (subject->way.index ? (size_t)sample->indices[entry] : entry);
    int16_t x;

    memcpy(&x, sample->inputs[0] + at * sizeof x, sizeof x);
    return (x ^ (int64_t)entry) + (int64_t)sample->there;
}

/* The largest (x ^ i) + n, and the sum of the numbers of those in the first half. */
static void try_numbers(const struct subject *subject, uint64_t seed)
{
    struct sample sample;
    struct told told;

    sample_make(subject, &sample, seed);
    run_sample(subject, &sample, &told);
    for (size_t k = 0; k < sample.results; k++) {
        int64_t most = INT64_MIN, got;
        uint64_t index = CLR_UNKNOWN, sum = 0, got_index, got_sum;
        bool is_there = false;

        for (size_t i = 0; i < sample.entries; i++) {
            if (sample.result_of[i] != k || !is_some(subject, &sample, i))
                continue;
            if (!is_there || number_of(subject, &sample, i) > most) {
                most = number_of(subject, &sample, i);
                index = i;
            }
            is_there = true;
            sum += i < sample.there / 2 ? i : 0;
        }
        memcpy(&got, result_at(&told.of, 0, VALUE, BEFORE + k), sizeof got);
        memcpy(&got_index, result_at(&told.of, 0, INDEX, BEFORE + k), sizeof index);
        memcpy(&got_sum, result_at(&told.of, 1, VALUE, BEFORE + k), sizeof got_sum);
        if ((is_there && got != most) || got_index != index || got_sum != sum)
            fail_msg("sample seed %" PRIu64 ": label %zu of %zu: %" PRId64 " at %" PRIu64
                     " and %" PRIu64 ", not %" PRId64 " at %" PRIu64 " and %" PRIu64,
                     seed, k, sample.results, got, got_index, got_sum, most, index, sum);
    }
    told_free(&told);
    sample_destroy(&sample);
}

TEST(numbers_are_those_of_all)
{
    clr_reduction reductions[] = {OF(ARGMAX, I16), OF(SUM, I16)};
    const size_t rounds = test_scope() == SCOPE_FULL ? 20 : 3;
    uint64_t seed = test_number("CLR_TEST_SEED", 23);

    reductions[0].map = "(x ^ i) + n";
    reductions[1].map = "i";
    reductions[1].where = "i < n / 2";
    for (size_t d = 0; d < rig_count(); d++)
        for (size_t i = 0; i < some(2, 2, COUNT(ways)); i++) {
            struct subject subject = {.rig = rig_at(d),
                                      .shape = CLR_SHAPE_LABELS,
                                      .way = i ? ways[i] : (struct way){0},
                                      .reductions = reductions,
                                      .count = COUNT(reductions)};

            subject_make(&subject);
            for (size_t round = 0; round < rounds; round++)
                try_numbers(&subject, next_random(&seed));
            clr_plan_destroy(subject.plan);
        }
}
