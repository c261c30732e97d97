/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Elements by a list of indices: whatever the shape, results have the bits of a plan without a list
 * on the array that the list gathers.
 */
#include "split_mix.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

enum { ELEMENTS = 4999, LIST = 40000, FIRST = 3, BEGIN = 2, RESULTS = LIST, ARRAYS = 3 };

static const struct rig *rig;

/* ---- lists, and what they gather ---- */

enum kind { PERMUTED, REPEATED, SORTED, SINGLE, KINDS };

/* Entries from FIRST on; what is in front of them is no place of the input. */
static void draw_list(enum kind kind, int64_t entries[FIRST + LIST])
{
    uint64_t seed = 41 + kind;

    for (size_t i = 0; i < FIRST; i++)
        entries[i] = -1;
    for (size_t i = 0; i < LIST; i++) {
        int64_t *entry = &entries[FIRST + i];

        *entry = (int64_t)(next_random(&seed) % ELEMENTS);
        if (kind == PERMUTED)
            *entry = (int64_t)(i * 2003 % ELEMENTS); /* ELEMENTS is a prime */
        else if (kind == SORTED)
            *entry = (int64_t)(i / (LIST / ELEMENTS + 1));
        else if (kind == SINGLE)
            *entry = ELEMENTS - 1;
    }
}

static cl_mem list_buffer(const int64_t *entries, clr_type type)
{
    static int64_t bytes[FIRST + LIST];
    const size_t size = clr_type_size(type);

    for (size_t i = 0; i < FIRST + LIST; i++) /* of both signs the low half, on a small end */
        memcpy((char *)bytes + i * size, &entries[i], size);
    return buffer_of(rig, bytes, sizeof bytes / sizeof *bytes * size);
}

/* Numbers whose bits depend on where they are, so that no two sums are the same by chance. */
static void fill(void *elements, clr_type type, uint64_t seed)
{
    for (size_t i = 0; i < BEGIN + ELEMENTS; i++) {
        const uint64_t bits = next_random(&seed);
        const float single = (float)((int64_t)bits >> 24) * 0x1p-30f;
        const double full = (double)(int64_t)bits * 0x1p-40;
        const size_t size = clr_type_size(type);

        memcpy((char *)elements + i * size,
               type == CLR_TYPE_F32   ? (const void *)&single
               : type == CLR_TYPE_F64 ? (const void *)&full
                                      : (const void *)&bits,
               size);
    }
}

/* Inputs, and the same as the list gathers them. */
struct data {
    cl_mem inputs[2];
    cl_mem gathered[2];
    cl_mem list;
};

static void data_make(struct data *data, clr_type type, clr_type index, enum kind kind)
{
    static int64_t entries[FIRST + LIST];
    static double elements[BEGIN + ELEMENTS], gathered[FIRST + LIST];
    const size_t size = clr_type_size(type);

    draw_list(kind, entries);
    data->list = list_buffer(entries, index);
    for (unsigned k = 0; k < 2; k++) {
        fill(elements, type, 7 + k);
        for (size_t i = FIRST; i < FIRST + LIST; i++)
            memcpy((char *)gathered + i * size,
                   (char *)elements + (BEGIN + (size_t)entries[i]) * size, size);
        data->inputs[k] = buffer_of(rig, elements, (BEGIN + ELEMENTS) * size);
        data->gathered[k] = buffer_of(rig, gathered, (FIRST + LIST) * size);
    }
}

static void data_destroy(struct data *data)
{
    for (unsigned k = 0; k < 2; k++) {
        clReleaseMemObject(data->inputs[k]);
        clReleaseMemObject(data->gathered[k]);
    }
    clReleaseMemObject(data->list);
}

/* ---- a subject: one reduction, with a list and without ---- */

struct subject {
    struct data data;
    clr_type type;
    clr_type index;
    clr_plan *listed;
    clr_plan *plain;
    cl_mem told[2][ARRAYS]; /* values, indices, statuses: by the list, and without it */
};

static void subject_make(struct subject *subject, const clr_reduction *reduction, clr_type index,
                         clr_shape shape, enum kind kind)
{
    static const double nothing[RESULTS];
    clr_plan_options options = {.size = sizeof options, .shape = shape};

    subject->type = reduction->type;
    subject->index = index;
    data_make(&subject->data, reduction->type, index, kind);
    assert_ok(rig, clr_plan_create(rig->context, reduction, 1, &options, &subject->plain));
    options.index = index;
    assert_ok(rig, clr_plan_create(rig->context, reduction, 1, &options, &subject->listed));
    for (unsigned k = 0; k < 2 * ARRAYS; k++)
        subject->told[k / ARRAYS][k % ARRAYS] = buffer_of(rig, nothing, sizeof nothing);
}

static void subject_destroy(struct subject *subject)
{
    for (unsigned k = 0; k < 2 * ARRAYS; k++)
        clReleaseMemObject(subject->told[k / ARRAYS][k % ARRAYS]);
    clr_plan_destroy(subject->listed);
    clr_plan_destroy(subject->plain);
    data_destroy(&subject->data);
}

/* Which results, told as the run of a plan without a list is: axes' strides are in elements. */
struct shape {
    uint64_t count; /* of the list */
    clr_axes axes;
    clr_segments segments;
    clr_runs runs;
};

static void run(const struct subject *subject, const struct shape *shape, bool is_listed)
{
    const clr_plan *plan = is_listed ? subject->listed : subject->plain;
    const cl_mem *inputs = is_listed ? subject->data.inputs : subject->data.gathered;
    const clr_index index = {
        .size = sizeof index, .indices = subject->data.list, .first = FIRST, .count = shape->count};
    const size_t size = clr_type_size(is_listed ? subject->index : subject->type);
    clr_result result = {.size = sizeof result};
    clr_plan_info info = {.size = sizeof info};
    clr_arrays arrays = {.size = sizeof arrays, .value = subject->told[is_listed][0]};
    int64_t strides[CLR_RANK_MOST];
    clr_axes axes = shape->axes;
    clr_run asked = {
        .size = sizeof asked, .queue = rig->queue, .arrays = &arrays, .array_count = 1};

    clr_plan_result(plan, 0, &result);
    clr_plan_describe(plan, &info);
    arrays.index = result.index_offset != CLR_UNKNOWN ? subject->told[is_listed][1] : NULL;
    if (shape->axes.size || shape->segments.size || shape->runs.size)
        arrays.status = subject->told[is_listed][2];
    for (unsigned k = 0; k < info.inputs; k++)
        asked.inputs[k] = is_listed ? (clr_span){inputs[k], BEGIN, ELEMENTS}
                                    : (clr_span){inputs[k], FIRST, shape->count};
    for (unsigned k = 0; axes.strides[0] && k < axes.rank; k++)
        strides[k] = axes.strides[0][k] * (int64_t)size;
    for (unsigned k = 0; axes.strides[0] && k < (is_listed ? 1 : info.inputs); k++)
        axes.strides[k] = strides;
    asked.index = is_listed ? &index : NULL;
    asked.axes = axes.size ? &axes : NULL;
    asked.segments = shape->segments.size ? &shape->segments : NULL;
    asked.runs = shape->runs.size ? &shape->runs : NULL;
    assert_ok(rig, clr_plan_run(is_listed ? subject->listed : subject->plain, &asked));
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
}

static void expect_same(const struct subject *subject, const struct shape *shape, const char *what)
{
    static double told[2][RESULTS];

    run(subject, shape, false);
    run(subject, shape, true);
    for (unsigned k = 0; k < ARRAYS; k++) {
        for (unsigned way = 0; way < 2; way++)
            buffer_read(rig, subject->told[way][k], 0, told[way], sizeof told[way]);
        if (memcmp(told[0], told[1], sizeof told[0]) != 0)
            fail_msg("%s, %s of %s, by a list of %s: other %s than those of what it gathers",
                     rig->device->name, what, clr_type_name(subject->type),
                     clr_type_name(subject->index),
                     (const char *[]){"values", "indices", "statuses"}[k]);
    }
}

/* ---- one result ---- */

static void expect_flat(const clr_reduction *reduction, clr_type index, enum kind kind)
{
    static const uint64_t counts[] = {1, 2, 7, 1000, LIST};
    struct subject subject;

    subject_make(&subject, reduction, index, CLR_SHAPE_FLAT, kind);
    for (size_t i = 0; i < COUNT(counts); i++)
        expect_same(&subject, &(struct shape){.count = counts[i]},
                    clr_operator_name(reduction->op));
    subject_destroy(&subject);
}

TEST(one_result_is_that_of_what_the_list_gathers)
{
    static const struct {
        clr_operator op;
        clr_type type;
        clr_accuracy accuracy;
        clr_type index;
        enum kind kind;
    } cases[] = {
        {CLR_OPERATOR_SUM, CLR_TYPE_I32, CLR_ACCURACY_DEFAULT, CLR_TYPE_U32, PERMUTED},
        {CLR_OPERATOR_ARGMAX, CLR_TYPE_F32, CLR_ACCURACY_DEFAULT, CLR_TYPE_I64, REPEATED},
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_ACCURACY_EXACT, CLR_TYPE_I32, REPEATED},
        {CLR_OPERATOR_SUM, CLR_TYPE_F64, CLR_ACCURACY_REPRODUCIBLE, CLR_TYPE_U32, SORTED},
        {CLR_OPERATOR_DOT, CLR_TYPE_I16, CLR_ACCURACY_DEFAULT, CLR_TYPE_U64, REPEATED},
        {CLR_OPERATOR_SUM, CLR_TYPE_U8, CLR_ACCURACY_DEFAULT, CLR_TYPE_I64, PERMUTED},
        {CLR_OPERATOR_MINMAX, CLR_TYPE_F16, CLR_ACCURACY_DEFAULT, CLR_TYPE_U32, REPEATED},
        {CLR_OPERATOR_MAX, CLR_TYPE_BF16, CLR_ACCURACY_DEFAULT, CLR_TYPE_I32, SINGLE},
        {CLR_OPERATOR_XOR, CLR_TYPE_I64, CLR_ACCURACY_DEFAULT, CLR_TYPE_I32, SORTED},
    };
    const size_t count = test_scope() < SCOPE_COVER ? 5 : COUNT(cases);

    for (size_t d = 0; d < rig_count(); d++) {
        rig = rig_at(d);
        for (size_t i = 0; i < count; i++) {
            clr_reduction reduction = CLR_REDUCTION(cases[i].op, cases[i].type);

            if (cases[i].type == CLR_TYPE_F64 && rig->device->fp64 != 1)
                continue;
            reduction.accuracy = cases[i].accuracy;
            expect_flat(&reduction, cases[i].index, cases[i].kind);
        }
    }
}

/* A map's i is an element's number in the list, and its n how many that has. */
TEST(maps_count_the_list)
{
    clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);

    reduction.map = "x * (i + 1) + n * y";
    for (size_t d = 0; d < rig_count(); d++) {
        rig = rig_at(d);
        expect_flat(&reduction, CLR_TYPE_U32, REPEATED);
    }
}

/* ---- many results ---- */

static struct shape axes_of(unsigned reduced, const uint64_t *extents, const int64_t *strides)
{
    const struct shape shape = {.count = LIST,
                                .axes = {.size = sizeof(clr_axes),
                                         .rank = 2,
                                         .reduced = reduced,
                                         .extents = extents,
                                         .strides = {strides}}};

    return shape;
}

TEST(axes_are_those_of_the_list)
{
    static const struct {
        uint64_t extents[2];
        int64_t strides[2]; /* both 0: row-major */
    } cases[] = {
        {{3, 13000}, {0, 0}}, {{200, 200}, {0, 0}},  {{4000, 10}, {0, 0}},  {{9999, 4}, {0, 0}},
        {{4, 9999}, {0, 0}},  {{10, 4000}, {1, 10}}, {{300, 50}, {1, 700}}, {{500, 30}, {40, 2}},
    };
    const clr_reduction reductions[] = {CLR_REDUCTION(CLR_OPERATOR_DOT, CLR_TYPE_I32),
                                        CLR_REDUCTION(CLR_OPERATOR_ARGMIN, CLR_TYPE_F32)};

    const size_t count = test_scope() < SCOPE_COVER ? 1 : COUNT(reductions);

    for (size_t k = 0; k < rig_count() * count; k++) {
        struct subject subject;

        rig = rig_at(k / count);
        subject_make(&subject, &reductions[k % count], CLR_TYPE_U32, CLR_SHAPE_AXES, REPEATED);
        for (size_t i = 0; i < 2 * COUNT(cases); i++) {
            const int64_t *strides = cases[i / 2].strides;
            const struct shape shape =
                axes_of(1 + i % 2, cases[i / 2].extents, strides[0] ? strides : NULL);
            char what[80];

            snprintf(what, sizeof what, "axes, case %zu, axis %zu reduced,", i / 2, i % 2);
            expect_same(&subject, &shape, what);
        }
        subject_destroy(&subject);
    }
}

/* Lengths around a mean, and a long one at the end. */
static size_t draw_offsets(uint32_t *offsets, uint32_t mean, size_t most)
{
    uint64_t seed = mean;
    size_t count = 0;

    offsets[0] = 0;
    while (count < most) {
        const uint32_t length = (uint32_t)(next_random(&seed) % (2 * mean + 1));

        if (offsets[count] + length > LIST / 2)
            break;
        offsets[count + 1] = offsets[count] + length;
        count++;
    }
    offsets[count + 1] = LIST;
    return count + 1;
}

static void expect_segments(const struct subject *subject)
{
    static const struct {
        uint32_t mean;
        size_t most;
    } cases[] = {{3000, 5}, {4, RESULTS - 2}, {150, RESULTS - 2}};
    static uint32_t offsets[RESULTS + 1];

    for (size_t i = 0; i < COUNT(cases); i++) {
        const size_t count = draw_offsets(offsets, cases[i].mean, cases[i].most);
        struct shape shape = {.count = LIST};

        shape.segments = (clr_segments){.size = sizeof(clr_segments),
                                        .count = count,
                                        .type = CLR_TYPE_U32,
                                        .begins = buffer_of(rig, offsets, sizeof offsets)};
        expect_same(subject, &shape, "segments");
        clReleaseMemObject(shape.segments.begins);
    }
}

TEST(segments_are_stretches_of_the_list)
{
    const clr_reduction reductions[] = {CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I16),
                                        CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32)};
    const size_t count = test_scope() < SCOPE_COVER ? 1 : COUNT(reductions);

    for (size_t k = 0; k < rig_count() * count; k++) {
        struct subject subject;

        rig = rig_at(k / count);
        subject_make(&subject, &reductions[k % count], CLR_TYPE_I32, CLR_SHAPE_SEGMENTS, REPEATED);
        expect_segments(&subject);
        subject_destroy(&subject);
    }
}

TEST(keys_are_those_of_entries)
{
    static uint32_t names[LIST];
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    uint64_t seed = 5;

    for (size_t i = 0; i < LIST; i++)
        names[i] = (uint32_t)(next_random(&seed) % 300 / (i % 1000 < 500 ? 299 : 1));
    for (size_t d = 0; d < rig_count(); d++) {
        struct shape shape = {.count = LIST};
        struct subject subject;

        rig = rig_at(d);
        shape.runs = (clr_runs){.size = sizeof(clr_runs),
                                .most = RESULTS,
                                .type = CLR_TYPE_U32,
                                .keys = buffer_of(rig, names, sizeof names)};
        subject_make(&subject, &sum, CLR_TYPE_I64, CLR_SHAPE_RUNS, REPEATED);
        expect_same(&subject, &shape, "runs");
        subject_destroy(&subject);
        clReleaseMemObject(shape.runs.keys);
    }
}
