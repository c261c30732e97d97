/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lists of indices some of which name nothing: those belong to no result and are counted, and
 * nothing outside the inputs is read. And what is refused, with nothing written.
 */
#include "split_mix.h"
#include "support.h"

#include <string.h>

enum {
    BEGIN = 5,       /* elements in front of the span */
    ELEMENTS = 1000, /* of it */
    BEHIND = 50,     /* in the buffer, behind it */
    LIST = 20000,
    FIRST = 7, /* entries in front of the list */
    SEGMENT = 40,
    SEGMENTS = LIST / SEGMENT
};

static const struct rig *rig;

/* ---- a list, what it names, and what results are ---- */

struct data {
    float elements[BEGIN + ELEMENTS + BEHIND]; /* whole numbers; what no index names is enormous */
    cl_int integers[BEGIN + ELEMENTS + BEHIND];
    int64_t list[FIRST + LIST];
    size_t named; /* entries that name an element */
    int64_t sum;
    float most;
    size_t most_at;
    int64_t sums[SEGMENTS]; /* of the entries of a segment */
    cl_int least[SEGMENTS];
    size_t named_in[SEGMENTS];
};

static void meet(struct data *data, size_t entry, int64_t place)
{
    const cl_int x = data->integers[BEGIN + place];
    const size_t segment = entry / SEGMENT;

    if (data->named == 0 || (float)x > data->most) {
        data->most = (float)x;
        data->most_at = entry;
    }
    if (data->named_in[segment] == 0 || x < data->least[segment])
        data->least[segment] = x;
    data->named++;
    data->named_in[segment]++;
    data->sum += x;
    data->sums[segment] += x;
}

/* All elements are below 0, so that none in place of a missing one goes unnoticed; some segments
 * have none at all, and the first vectors neither. */
static struct data *data_of(clr_type type)
{
    /* In any type, though of the last there is too little in 32 bits. */
    static const int64_t wrong[] = {
        ELEMENTS, ELEMENTS + 1, ELEMENTS + BEHIND - 1, 1 << 20,   0x7fffffff,
        -1,       -BEGIN,       -0x7fffffff - 1,       INT64_MAX, INT64_MIN};
    static struct data data;
    uint64_t seed = 12;

    memset(&data, 0, sizeof data);
    for (size_t i = 0; i < COUNT(data.integers); i++) {
        const bool is_there = i >= BEGIN && i < BEGIN + ELEMENTS;

        data.integers[i] = is_there ? -1 - (cl_int)(next_random(&seed) % 50) : 1 << 20;
        data.elements[i] = (float)data.integers[i];
    }
    for (size_t i = 0; i < FIRST + LIST; i++) {
        const bool is_wrong =
            i < FIRST + 64 || (i - FIRST) / SEGMENT % 10 == 3 || next_random(&seed) % 3 == 0;
        const size_t kinds = COUNT(wrong) - (clr_type_size(type) == 8 ? 0 : 1);

        data.list[i] =
            is_wrong ? wrong[next_random(&seed) % kinds] : (int64_t)(next_random(&seed) % ELEMENTS);
        if (i >= FIRST && !is_wrong)
            meet(&data, i - FIRST, data.list[i]);
    }
    return &data;
}

static cl_mem list_buffer(const struct data *data, clr_type type)
{
    static int64_t bytes[FIRST + LIST];
    const size_t size = clr_type_size(type);

    for (size_t i = 0; i < FIRST + LIST; i++)
        memcpy((char *)bytes + i * size, &data->list[i], size);
    return buffer_of(rig, bytes, COUNT(bytes) * size);
}

static void expect_outside(cl_mem outside, uint64_t expected)
{
    cl_ulong told[2];

    buffer_read(rig, outside, 0, told, sizeof told);
    assert_int_equal(told[0], expected);
    assert_int_equal(told[1], 77); /* which is nobody's */
}

static cl_mem outside_buffer(void)
{
    const cl_ulong marks[] = {76, 77};

    return buffer_of(rig, marks, sizeof marks);
}

/* ---- one result ---- */

struct flat {
    float sum;
    struct {
        float value;
        cl_ulong index;
    } best;
    cl_ulong count;
    float mean;
    cl_int best_status;
    cl_int mean_status;
};

static clr_plan *flat_plan(clr_type index, clr_accuracy accuracy)
{
    clr_reduction reductions[] = {CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32),
                                  CLR_REDUCTION(CLR_OPERATOR_ARGMAX, CLR_TYPE_F32),
                                  CLR_REDUCTION(CLR_OPERATOR_COUNT, CLR_TYPE_F32),
                                  CLR_REDUCTION(CLR_OPERATOR_MEAN, CLR_TYPE_F32)};
    const clr_plan_options options = {.size = sizeof options, .index = index};
    clr_plan_info info = {.size = sizeof info};
    clr_plan *plan;

    reductions[0].accuracy = reductions[3].accuracy = accuracy;
    assert_ok(rig, clr_plan_create(rig->context, reductions, COUNT(reductions), &options, &plan));
    clr_plan_describe(plan, &info);
    assert_int_equal(info.result_size, sizeof(struct flat));
    return plan;
}

static void expect_flat(clr_type type, clr_accuracy accuracy)
{
    const struct data *data = data_of(type);
    clr_plan *plan = flat_plan(type, accuracy);
    cl_mem input = buffer_of(rig, data->elements, sizeof data->elements);
    cl_mem outside = outside_buffer();
    clr_index index = {.size = sizeof index,
                       .indices = list_buffer(data, type),
                       .outside = outside,
                       .first = FIRST,
                       .count = LIST};
    struct flat told = {0};

    assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .host = &told, .index = &index,
                                          .inputs = {{input, BEGIN, ELEMENTS}})));
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
    assert_true(told.sum == (float)data->sum);
    assert_true(told.best.value == data->most);
    assert_int_equal(told.best.index, data->most_at);
    assert_int_equal(told.best_status, CLR_OK);
    assert_int_equal(told.count, data->named);
    assert_true(told.mean == (float)((double)data->sum / (double)data->named));
    expect_outside(outside, LIST - data->named);

    index.count = 64; /* none of which names an element */
    assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .host = &told, .index = &index,
                                          .inputs = {{input, BEGIN, ELEMENTS}})));
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
    assert_true(told.sum == 0 && told.count == 0);
    assert_int_equal(told.best_status, CLR_ERROR_EMPTY);
    assert_int_equal(told.mean_status, CLR_ERROR_EMPTY);
    expect_outside(outside, 64);
    clReleaseMemObject(index.indices);
    clReleaseMemObject(outside);
    clReleaseMemObject(input);
    clr_plan_destroy(plan);
}

TEST(what_is_outside_belongs_to_no_result)
{
    for (size_t d = 0; d < rig_count(); d++) {
        rig = rig_at(d);
        expect_flat(CLR_TYPE_I64, CLR_ACCURACY_FAST);
        expect_flat(CLR_TYPE_U32, CLR_ACCURACY_FAST);
        if (test_scope() < SCOPE_COVER)
            continue;
        expect_flat(CLR_TYPE_I32, CLR_ACCURACY_EXACT);
        expect_flat(CLR_TYPE_U64, CLR_ACCURACY_REPRODUCIBLE);
    }
}

/* Of no elements each index is outside, and an input need not be there. */
TEST(inputs_without_elements_are_not_read)
{
    const clr_plan_options options = {.size = sizeof options, .index = CLR_TYPE_I32};
    const cl_int list[] = {0, 1, -1, 0, 0};

    for (size_t d = 0; d < rig_count(); d++) {
        clr_index index = {.size = sizeof index, .count = COUNT(list)};
        int64_t told = 7;
        clr_plan *plan;

        rig = rig_at(d);
        plan = plan_of(rig, CLR_OPERATOR_DOT, CLR_TYPE_I32, &options);
        index.indices = buffer_of(rig, list, sizeof list);
        index.outside = outside_buffer();
        assert_ok(rig,
                  clr_plan_run(plan, RUN(.queue = rig->queue, .host = &told, .index = &index)));
        assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
        assert_int_equal(told, 0);
        expect_outside(index.outside, COUNT(list));
        told = 7;
        clReleaseMemObject(index.indices);
        index.indices = NULL;
        index.count = 0;
        assert_ok(rig,
                  clr_plan_run(plan, RUN(.queue = rig->queue, .host = &told, .index = &index)));
        assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
        assert_int_equal(told, 0);
        expect_outside(index.outside, 0);
        clReleaseMemObject(index.outside);
        clr_plan_destroy(plan);
    }
}

/* ---- many results ---- */

struct many {
    int64_t sums[SEGMENTS];
    cl_int least[SEGMENTS];
    cl_int statuses[SEGMENTS];
};

static void expect_many(const struct data *data, const struct many *many)
{
    for (size_t k = 0; k < SEGMENTS; k++) {
        assert_int_equal(many->sums[k], data->sums[k]);
        assert_int_equal(many->statuses[k], data->named_in[k] ? CLR_OK : CLR_ERROR_EMPTY);
        assert_int_equal(many->least[k], data->named_in[k] ? data->least[k] : 0);
    }
}

/* Segments of equal lengths, by offsets or as rows. */
static void expect_shape(clr_shape shape, clr_type type)
{
    static const uint64_t extents[] = {SEGMENTS, SEGMENT};
    const clr_reduction reductions[] = {CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32),
                                        CLR_REDUCTION(CLR_OPERATOR_MIN, CLR_TYPE_I32)};
    const clr_plan_options options = {.size = sizeof options, .shape = shape, .index = type};
    const clr_axes axes = {.size = sizeof axes, .rank = 2, .reduced = 2, .extents = extents};
    const struct data *data = data_of(type);
    static struct many many;
    uint32_t offsets[SEGMENTS + 1];
    cl_mem input = buffer_of(rig, data->integers, sizeof data->integers);
    cl_mem told[3] = {buffer_of(rig, &many, sizeof many.sums),
                      buffer_of(rig, &many, sizeof many.least),
                      buffer_of(rig, &many, sizeof many.statuses)};
    const clr_arrays arrays[] = {{.size = sizeof *arrays, .value = told[0]},
                                 {.size = sizeof *arrays, .value = told[1], .status = told[2]}};
    const clr_index index = {.size = sizeof index,
                             .indices = list_buffer(data, type),
                             .outside = outside_buffer(),
                             .first = FIRST,
                             .count = LIST};
    clr_segments segments = {.size = sizeof segments, .count = SEGMENTS, .type = CLR_TYPE_U32};
    clr_plan *plan;

    for (uint32_t k = 0; k <= SEGMENTS; k++)
        offsets[k] = k * SEGMENT;
    segments.begins = buffer_of(rig, offsets, sizeof offsets);
    assert_ok(rig, clr_plan_create(rig->context, reductions, 2, &options, &plan));
    assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .index = &index, .arrays = arrays,
                                          .inputs = {{input, BEGIN, ELEMENTS}}, .array_count = 2,
                                          .axes = shape == CLR_SHAPE_AXES ? &axes : NULL,
                                          .segments = shape == CLR_SHAPE_AXES ? NULL : &segments)));
    buffer_read(rig, told[0], 0, many.sums, sizeof many.sums);
    buffer_read(rig, told[1], 0, many.least, sizeof many.least);
    buffer_read(rig, told[2], 0, many.statuses, sizeof many.statuses);
    expect_many(data, &many);
    expect_outside(index.outside, LIST - data->named);
    clr_plan_destroy(plan);
    for (size_t k = 0; k < COUNT(told); k++)
        clReleaseMemObject(told[k]);
    clReleaseMemObject(segments.begins);
    clReleaseMemObject(index.outside);
    clReleaseMemObject(index.indices);
    clReleaseMemObject(input);
}

TEST(results_of_what_is_outside_alone_have_a_status)
{
    for (size_t d = 0; d < rig_count(); d++) {
        rig = rig_at(d);
        expect_shape(CLR_SHAPE_SEGMENTS, CLR_TYPE_I32);
        expect_shape(CLR_SHAPE_AXES, CLR_TYPE_I64);
    }
}

/* ---- refusals ---- */

TEST(plans_that_cannot_be_are_refused)
{
    static const struct {
        clr_plan_options options;
        clr_status status;
        const char *says;
    } cases[] = {
        {{.index = CLR_TYPE_U8}, CLR_ERROR_ARGUMENT, "indices are i32, u32, i64 or u64"},
        {{.index = CLR_TYPE_F32}, CLR_ERROR_ARGUMENT, "clr_plan_options.index is 11"},
        {{.index = CLR_TYPE_U16, .shape = CLR_SHAPE_LABELS}, CLR_ERROR_ARGUMENT, "indices are i32"},
        {{.indices_inside = 1}, CLR_ERROR_ARGUMENT, "goes with clr_plan_options.index"},
    };
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);

    rig = rig_at(0);
    for (size_t i = 0; i < COUNT(cases); i++) {
        clr_plan_options options = cases[i].options;
        clr_plan *plan;

        options.size = sizeof options;
        assert_error(rig, cases[i].status, clr_plan_create(rig->context, &sum, 1, &options, &plan),
                     cases[i].says);
    }
}

TEST(runs_that_cannot_be_are_refused)
{
    const clr_plan_options options = {.size = sizeof options, .index = CLR_TYPE_U32};
    const cl_uint list[4] = {0, 1, 2, 3};
    cl_mem input, indices;
    clr_plan *plan, *plain;
    int64_t told = 7;

    rig = rig_at(0);
    input = buffer_of(rig, list, sizeof list);
    indices = buffer_of(rig, list, sizeof list);
    plan = plan_of(rig, CLR_OPERATOR_SUM, CLR_TYPE_I32, &options);
    plain = plan_of(rig, CLR_OPERATOR_SUM, CLR_TYPE_I32, NULL);
    {
        const clr_index sound = {.size = sizeof sound, .indices = indices, .count = 4};
        const clr_index none = {.size = sizeof none, .count = 4};
        const clr_index late = {.size = sizeof late, .indices = indices, .first = 1, .count = 4};
        const clr_index over = {
            .size = sizeof over, .indices = indices, .count = 4, .outside = indices};
        const clr_index sizeless = {.indices = indices, .count = 4};
        const struct {
            clr_plan *plan;
            const clr_index *index;
            const char *says;
        } cases[] = {
            {plan, NULL, "clr_run.index is NULL"},
            {plain, &sound, "takes no list of indices"},
            {plan, &none, "clr_index.indices is NULL"},
            {plan, &late, "clr_index.indices values 1 .. +4 reach beyond the buffer"},
            {plan, &over, "clr_index.indices and the output overlap"},
            {plan, &sizeless, "clr_index"},
        };

        for (size_t i = 0; i < COUNT(cases); i++)
            assert_error(
                rig, CLR_ERROR_ARGUMENT,
                clr_plan_run(cases[i].plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 4}},
                                                .host = &told, .index = cases[i].index)),
                cases[i].says);
    }
    assert_int_equal(told, 7);
    clr_plan_destroy(plain);
    clr_plan_destroy(plan);
    clReleaseMemObject(indices);
    clReleaseMemObject(input);
}

/* All inputs have the one list, and so its strides. */
TEST(strides_of_other_inputs_are_refused)
{
    static const int64_t strides[] = {8};
    const clr_plan_options options = {
        .size = sizeof options, .shape = CLR_SHAPE_AXES, .index = CLR_TYPE_U64};
    const uint64_t extents[] = {2};
    const clr_axes axes = {.size = sizeof axes,
                           .rank = 1,
                           .reduced = 1,
                           .extents = extents,
                           .strides = {strides, strides}};
    const clr_arrays arrays = {.size = sizeof arrays};
    const clr_index index = {.size = sizeof index};
    clr_plan *plan;

    rig = rig_at(0);
    plan = plan_of(rig, CLR_OPERATOR_DOT, CLR_TYPE_I32, &options);
    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_plan_run(plan, RUN(.queue = rig->queue, .axes = &axes, .arrays = &arrays,
                                        .array_count = 1, .index = &index)),
                 "its strides are strides[0]");
    clr_plan_destroy(plan);
}
