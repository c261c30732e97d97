/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counts of elements that only the device knows: the kernels are launched for the most, and what
 * comes out are the results, and bits, of so many as memory says when they get there.
 */
#include "split_mix.h"
#include "support.h"

#include <string.h>

enum { MOST = 300000, FIRST = 3, PLACE = 2, RESULTS_MOST = 6, RECORD = 256 };

static const struct rig *rig;

static float *floats(void)
{
    static float made[FIRST + MOST];
    uint64_t seed = 3;

    for (size_t i = 0; i < COUNT(made); i++) /* near 1, of many exponents of the last bits */
        made[i] = 1 + (float)(next_random(&seed) >> 40) * 0x1p-40f;
    return made;
}

/* ---- the same reductions, with a count of the host's and with one of the device's ---- */

struct subject {
    const clr_reduction *reductions;
    size_t count;
    clr_plan *told;  /* by the device */
    clr_plan *plain; /* by the host */
    cl_mem input;
    cl_mem counts;
};

static void subject_make(struct subject *subject, const clr_reduction *reductions, size_t count,
                         clr_plan_options options)
{
    const cl_ulong nothing[PLACE + 1] = {0};

    subject->reductions = reductions;
    subject->count = count;
    assert_ok(rig, clr_plan_create(rig->context, reductions, count, &options, &subject->plain));
    options.device_count = 1;
    assert_ok(rig, clr_plan_create(rig->context, reductions, count, &options, &subject->told));
    subject->input = buffer_of(rig, floats(), (FIRST + MOST) * sizeof(float));
    subject->counts = buffer_of(rig, nothing, sizeof nothing);
}

static void subject_destroy(struct subject *subject)
{
    clReleaseMemObject(subject->counts);
    clReleaseMemObject(subject->input);
    clr_plan_destroy(subject->told);
    clr_plan_destroy(subject->plain);
}

static void run_told(const struct subject *subject, cl_ulong count, void *record)
{
    buffer_write(rig, subject->counts, PLACE * sizeof count, &count, sizeof count);
    assert_ok(rig,
              clr_plan_run(subject->told,
                           RUN(.queue = rig->queue, .inputs = {{subject->input, FIRST, MOST}},
                               .host = record, .count_at = subject->counts, .count_index = PLACE)));
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
}

static void expect_status(const struct subject *subject, const unsigned char *record, size_t number,
                          clr_status expected, uint64_t count)
{
    clr_result result = {.size = sizeof result};
    cl_int status = CLR_OK;

    assert_int_equal(clr_plan_result(subject->told, number, &result), CLR_OK);
    if (result.status_offset != CLR_UNKNOWN)
        memcpy(&status, record + result.status_offset, sizeof status);
    if (status != (cl_int)expected)
        fail_msg("%s of %d elements: status %d in place of %d",
                 clr_operator_name(subject->reductions[number].op), (int)count, (int)status,
                 (int)expected);
}

/* The values, and indices, of one reduction in both records. */
static void expect_same(const struct subject *subject, const unsigned char *told,
                        const unsigned char *plain, size_t number, uint64_t count)
{
    clr_result in_told = {.size = sizeof in_told}, in_plain = in_told;
    const char *name = clr_operator_name(subject->reductions[number].op);

    assert_int_equal(clr_plan_result(subject->told, number, &in_told), CLR_OK);
    assert_int_equal(clr_plan_result(subject->plain, number, &in_plain), CLR_OK);
    assert_int_equal(in_told.accuracy, in_plain.accuracy);
    if (memcmp(told + in_told.offset, plain + in_plain.offset, in_told.value_size) != 0)
        fail_msg("%s, %s of %d elements: another value", rig->device->name, name, (int)count);
    if (in_told.index_offset != CLR_UNKNOWN &&
        memcmp(told + in_told.index_offset, plain + in_plain.index_offset, 8) != 0)
        fail_msg("%s, %s of %d elements: another index", rig->device->name, name, (int)count);
}

/* Each reduction by itself, as a plan of the host's refuses all where one has no result. */
static void expect_count(const struct subject *subject, uint64_t asked)
{
    const uint64_t count = asked < MOST ? asked : MOST;
    unsigned char told[RECORD] = {0}, plain[RECORD] = {0};
    clr_status status;

    run_told(subject, asked, told);
    status = clr_plan_run(
        subject->plain,
        RUN(.queue = rig->queue, .inputs = {{subject->input, FIRST, count}}, .host = plain));
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
    for (size_t i = 0; i < subject->count; i++) {
        clr_operator_info info = {.size = sizeof info};

        if (status == CLR_OK)
            expect_same(subject, told, plain, i, count);
        clr_operator_describe(subject->reductions[i].op, &info);
        expect_status(subject, told, i,
                      count > subject->reductions[i].ddof || (info.has_empty_value)
                          ? CLR_OK
                          : CLR_ERROR_EMPTY,
                      count);
    }
    assert_true(status == CLR_OK || status == CLR_ERROR_EMPTY);
}

static void expect_counts(const clr_reduction *reductions, size_t count, clr_plan_options options)
{
    static const uint64_t counts[] = {0, 1, 2, 33, 1025, 32768, 32769, 99999, MOST - 1, UINT64_MAX};
    struct subject subject;

    subject_make(&subject, reductions, count, options);
    for (size_t i = 0; i < COUNT(counts); i++)
        expect_count(&subject, counts[i]);
    subject_destroy(&subject);
}

static clr_reduction reduction_of(clr_operator op, clr_accuracy accuracy, const char *map)
{
    clr_reduction made = clr_reduction_of(op, CLR_TYPE_F32);

    made.accuracy = accuracy;
    made.map = map;
    return made;
}

/* ---- what is tried ---- */

TEST(results_are_those_of_as_many_elements)
{
    const clr_reduction exact = reduction_of(CLR_OPERATOR_SUM, CLR_ACCURACY_EXACT, NULL);
    clr_reduction order[] = {reduction_of(CLR_OPERATOR_PROD, CLR_ACCURACY_REPRODUCIBLE, NULL),
                             reduction_of(CLR_OPERATOR_STD, CLR_ACCURACY_REPRODUCIBLE, NULL)};
    const clr_reduction compared[] = {
        reduction_of(CLR_OPERATOR_MAX, CLR_ACCURACY_DEFAULT, NULL),
        reduction_of(CLR_OPERATOR_ARGMIN, CLR_ACCURACY_DEFAULT, "x * (i + 2 < n ? 1 : 0)"),
        reduction_of(CLR_OPERATOR_COUNT, CLR_ACCURACY_DEFAULT, NULL),
        reduction_of(CLR_OPERATOR_MINMAX, CLR_ACCURACY_DEFAULT, "x - i"),
        /* Of integers, as truths are: the last one, for a device without fp64 cannot have it. */
        reduction_of(CLR_OPERATOR_MEAN, CLR_ACCURACY_FAST, "x > 1.5f")};
    const clr_plan_options options = {.size = sizeof options};

    order[0].result = CLR_TYPE_F64;
    order[1].ddof = 1;
    for (size_t d = 0; d < rig_count(); d++) {
        bool has_fp64;

        rig = rig_at(d);
        has_fp64 = rig->device->fp64 == 1;
        expect_counts(compared, COUNT(compared) - (has_fp64 ? 0 : 1), options);
        if (has_fp64)
            expect_counts(order, COUNT(order), options);
        if (test_scope() > SCOPE_FEW)
            expect_counts(&exact, 1, options);
    }
}

/* A NaN is a value, unless NaNs are ignored. */
TEST(nans_are_values)
{
    const char *nan = "(x - x) / (x - x)";
    const clr_reduction reductions[] = {
        reduction_of(CLR_OPERATOR_MAX, CLR_ACCURACY_DEFAULT, nan),
        reduction_of(CLR_OPERATOR_ARGMIN, CLR_ACCURACY_DEFAULT, nan),
        reduction_of(CLR_OPERATOR_MINMAX, CLR_ACCURACY_DEFAULT, nan)};

    for (size_t d = 0; d < rig_count(); d++) {
        rig = rig_at(d);
        expect_counts(reductions, COUNT(reductions),
                      (clr_plan_options){.size = sizeof(clr_plan_options)});
    }
}

/* Input that is cut into parts: those behind the last element have none. */
TEST(parts_may_have_no_elements)
{
    const clr_reduction sum = reduction_of(CLR_OPERATOR_SUM, CLR_ACCURACY_FAST, NULL);
    const clr_plan_options options = {.size = sizeof options,
                                      .strategy = "one/sequential/store",
                                      .group_size = 4,
                                      .group_count = 1000};

    for (size_t d = 0; d < rig_count(); d++) {
        rig = rig_at(d);
        if (rig->device->max_work_group_size >= options.group_size)
            expect_counts(&sum, 1, options);
    }
}

/* A list of indices has a count like any input. */
TEST(lists_of_indices_are_counted_too)
{
    const clr_reduction sum = clr_reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const clr_plan_options options = {
        .size = sizeof options, .index = CLR_TYPE_U32, .device_count = 1};
    const cl_int elements[] = {1, 10, 100, 1000};
    const cl_uint list[] = {3, 3, 0, 1, 2};
    const cl_ulong three = 3;

    for (size_t d = 0; d < rig_count(); d++) {
        clr_index index = {.size = sizeof index, .count = COUNT(list)};
        int64_t told = 0;
        clr_plan *plan;
        cl_mem input, count;

        rig = rig_at(d);
        input = buffer_of(rig, elements, sizeof elements);
        index.indices = buffer_of(rig, list, sizeof list);
        count = buffer_of(rig, &three, sizeof three);
        assert_ok(rig, clr_plan_create(rig->context, &sum, 1, &options, &plan));
        assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 4}},
                                              .host = &told, .index = &index, .count_at = count)));
        assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
        assert_int_equal(told, 2001);
        clr_plan_destroy(plan);
        clReleaseMemObject(count);
        clReleaseMemObject(index.indices);
        clReleaseMemObject(input);
    }
}

TEST(what_cannot_be_is_refused)
{
    const clr_reduction sum = reduction_of(CLR_OPERATOR_SUM, CLR_ACCURACY_FAST, NULL);
    clr_plan_options options = {.size = sizeof options, .device_count = 1};
    const cl_ulong one = 1;
    const float x = 1;
    cl_mem input, count;
    float told = 7;
    clr_plan *plan;

    rig = rig_at(0);
    input = buffer_of(rig, &x, sizeof x);
    count = buffer_of(rig, &one, sizeof one);
    options.shape = CLR_SHAPE_SEGMENTS;
    assert_error(rig, CLR_ERROR_UNSUPPORTED,
                 clr_plan_create(rig->context, &sum, 1, &options, &plan), "clr_segments.count_at");
    options.shape = CLR_SHAPE_AXES;
    assert_error(rig, CLR_ERROR_UNSUPPORTED,
                 clr_plan_create(rig->context, &sum, 1, &options, &plan), "the shape is axes");
    options.shape = CLR_SHAPE_FLAT;
    options.strategy = "tile/sequential/host";
    assert_error(rig, CLR_ERROR_UNSUPPORTED,
                 clr_plan_create(rig->context, &sum, 1, &options, &plan), "finish store or ticket");
    options.strategy = NULL;
    assert_ok(rig, clr_plan_create(rig->context, &sum, 1, &options, &plan));
    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 1}},
                                        .part = CLR_PART_LAST, .host = &told, .count_at = count)),
                 "as a whole");
    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 1}},
                                        .host = &told, .count_at = count, .count_index = 1)),
                 "clr_run.count_at");
    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 1}},
                                        .output = count, .count_at = count)),
                 "clr_run.count_at and the output overlap");
    clr_plan_destroy(plan);
    assert_ok(rig, clr_plan_create(rig->context, &sum, 1, NULL, &plan));
    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 1}},
                                        .host = &told, .count_at = count)),
                 "clr_plan_options.device_count");
    assert_true(told == 7);
    clr_plan_destroy(plan);
    clReleaseMemObject(count);
    clReleaseMemObject(input);
}
