/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Results as plain arrays on the device, one for each thing that a reduction has: beside records,
 * instead of them, on queues of both kinds, by kernels and by the host; and what is refused.
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "support.h"

#include <string.h>

enum { COUNT = 1000, ROOM = 4, AT = 2 };

static int16_t numbers[COUNT];

static const clr_reduction reductions[3] = {
    CLR_REDUCTION(CLR_OPERATOR_ARGMAX, CLR_TYPE_I16),
    CLR_REDUCTION(CLR_OPERATOR_MINMAX, CLR_TYPE_I16),
    {.size = sizeof(clr_reduction),
     .op = CLR_OPERATOR_SUM,
     .type = CLR_TYPE_I16,
     .overflow = CLR_OVERFLOW_DETECT},
};

/* A plan of the three, its input, and an array of ROOM elements for each thing they have. */
struct stage {
    struct rig *rig;
    clr_plan *plan;
    cl_mem input, record, greatest, place, least, most, sum, status;
    clr_arrays arrays[3];
};

static void stage_make(struct stage *stage)
{
    struct rig *rig = rig_at(0);

    *stage = (struct stage){.rig = rig};
    for (int i = 0; i < COUNT; i++)
        numbers[i] = (int16_t)(i == 700 ? 20000 : i == 300 ? -9 : i);
    assert_ok(rig, clr_plan_create(rig->context, reductions, 3, NULL, &stage->plan));
    stage->input = buffer_of(rig, numbers, sizeof numbers);
    stage->record = buffer_untouched(rig, ROOM * 40);
    stage->greatest = buffer_untouched(rig, ROOM * sizeof(int16_t));
    stage->place = buffer_untouched(rig, ROOM * sizeof(uint64_t));
    stage->least = buffer_untouched(rig, ROOM * sizeof(int16_t));
    stage->most = buffer_untouched(rig, ROOM * sizeof(int16_t));
    stage->sum = buffer_untouched(rig, ROOM * sizeof(int64_t));
    stage->status = buffer_untouched(rig, ROOM * sizeof(cl_int));
    for (int i = 0; i < 3; i++)
        stage->arrays[i].size = sizeof(clr_arrays);
    stage->arrays[0].value = stage->greatest;
    stage->arrays[0].index = stage->place;
    stage->arrays[1].value = stage->least;
    stage->arrays[1].second = stage->most;
    stage->arrays[2].value = stage->sum;
    stage->arrays[2].status = stage->status;
}

static void stage_destroy(struct stage *stage)
{
    const cl_mem buffers[] = {stage->input, stage->record, stage->greatest, stage->place,
                              stage->least, stage->most,   stage->sum,      stage->status};

    clr_plan_destroy(stage->plan);
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        clReleaseMemObject(buffers[i]);
}

/* Element AT of an array is as expected, and the others are as they were. */
static void expect_element(const struct stage *stage, cl_mem array, const void *expected,
                           size_t size)
{
    unsigned char bytes[ROOM * 8];

    buffer_read(stage->rig, array, 0, bytes, ROOM * size);
    assert_memory_equal(bytes + AT * size, expected, size);
    for (size_t i = 0; i < ROOM * size; i++)
        if (i < AT * size || i >= (AT + 1) * size)
            assert_int_equal(bytes[i], UNTOUCHED);
}

static void expect_results(const struct stage *stage)
{
    int64_t sum = 0;

    for (int i = 0; i < COUNT; i++)
        sum += numbers[i];
    expect_element(stage, stage->greatest, &(int16_t){20000}, sizeof(int16_t));
    expect_element(stage, stage->place, &(uint64_t){700}, sizeof(uint64_t));
    expect_element(stage, stage->least, &(int16_t){-9}, sizeof(int16_t));
    expect_element(stage, stage->most, &(int16_t){20000}, sizeof(int16_t));
    expect_element(stage, stage->sum, &sum, sizeof sum);
    expect_element(stage, stage->status, &(cl_int){CLR_OK}, sizeof(cl_int));
}

static void run_whole(struct stage *stage, cl_command_queue queue, cl_mem output, void *host)
{
    const clr_run run = {.size = sizeof run,
                         .queue = queue,
                         .inputs = {{stage->input, 0, COUNT}},
                         .output = output,
                         .output_index = AT,
                         .host = host,
                         .arrays = stage->arrays,
                         .array_count = 3};

    assert_ok(stage->rig, clr_plan_run(stage->plan, &run));
    assert_int_equal(clFinish(queue), CL_SUCCESS);
}

struct record {
    struct {
        int16_t value;
        uint64_t index;
    } argmax;
    struct {
        int16_t least, most;
    } minmax;
    int64_t sum;
    cl_int sum_status;
};

TEST(arrays_stand_beside_records_and_alone)
{
    struct record records[ROOM], record = {.sum_status = 7};
    struct stage stage;

    for (int way = 0; way < 3; way++) {
        stage_make(&stage);
        run_whole(&stage, stage.rig->queue, way == 1 ? stage.record : NULL,
                  way == 2 ? &record : NULL);
        expect_results(&stage);
        if (way == 1) {
            buffer_read(stage.rig, stage.record, 0, records, sizeof records);
            assert_int_equal(records[AT].argmax.index, 700);
            assert_int_equal(records[AT].sum_status, CLR_OK);
            assert_int_equal(((unsigned char *)records)[AT * sizeof *records - 1], UNTOUCHED);
            assert_int_equal(*(unsigned char *)&records[AT + 1], UNTOUCHED);
        } else if (way == 2) {
            assert_int_equal(record.minmax.least, -9);
            assert_int_equal(record.sum_status, CLR_OK);
        }
        stage_destroy(&stage);
    }
}

/* On a queue without order the event is that of the last copy, and the next run waits for it. */
TEST(arrays_are_filled_in_order)
{
    struct stage stage;
    cl_event done = NULL;
    cl_command_queue queue;
    cl_int code;

    stage_make(&stage);
    queue = clCreateCommandQueue(clr_context_opencl(stage.rig->context), stage.rig->device->device,
                                 CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code);
    if (code == CL_SUCCESS) {
        for (uint64_t i = 0; i < 3; i++) {
            const clr_run run = {.size = sizeof run,
                                 .queue = queue,
                                 .inputs = {{stage.input, 0, i < 2 ? 1 : COUNT}},
                                 .output_index = AT,
                                 .event = i < 2 ? NULL : &done,
                                 .arrays = stage.arrays,
                                 .array_count = 3};

            assert_ok(stage.rig, clr_plan_run(stage.plan, &run));
        }
        assert_int_equal(clWaitForEvents(1, &done), CL_SUCCESS);
        clReleaseEvent(done);
        expect_results(&stage);
        clReleaseCommandQueue(queue);
    }
    stage_destroy(&stage);
}

TEST(parts_fill_arrays_at_their_end)
{
    struct stage stage;
    clr_run run = {.size = sizeof run, .part = CLR_PART_MORE, .output_index = AT};

    stage_make(&stage);
    run.queue = stage.rig->queue;
    run.arrays = stage.arrays;
    run.array_count = 3;
    run.inputs[0] = (clr_span){stage.input, 0, 600};
    assert_ok(stage.rig, clr_plan_run(stage.plan, &run));
    expect_element(&stage, stage.sum, "\x5a\x5a\x5a\x5a\x5a\x5a\x5a\x5a", 8);
    run.inputs[0] = (clr_span){stage.input, 600, 400};
    run.part = CLR_PART_LAST;
    assert_ok(stage.rig, clr_plan_run(stage.plan, &run));
    expect_results(&stage);
    stage_destroy(&stage);
}

/* Strategies that finish on the host bring their results to arrays, too. */
TEST(the_host_fills_arrays)
{
    static const clr_plan_options how = {.size = sizeof how, .strategy = "sequential-host"};
    const clr_reduction *sum = &(clr_reduction)CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I16);
    struct stage stage;
    int64_t total = 0, expected = 0;

    stage_make(&stage);
    clr_plan_destroy(stage.plan);
    assert_ok(stage.rig, clr_plan_create(stage.rig->context, sum, 1, &how, &stage.plan));
    for (int i = 0; i < COUNT; i++)
        expected += numbers[i];
    for (int way = 0; way < 2; way++) {
        clr_run run = {.size = sizeof run,
                       .queue = stage.rig->queue,
                       .inputs = {{stage.input, 0, COUNT}},
                       .output_index = AT,
                       .host = way ? &total : NULL,
                       .arrays = &(clr_arrays){.size = sizeof(clr_arrays), .value = stage.sum},
                       .array_count = 1};

        assert_ok(stage.rig, clr_plan_run(stage.plan, &run));
        expect_element(&stage, stage.sum, &expected, sizeof expected);
    }
    assert_int_equal(total, expected);
    stage_destroy(&stage);
}

/* With a place on the host there is one record, whatever number it has. */
TEST(the_host_has_one_record)
{
    struct record record = {.sum_status = 7};
    struct stage stage;
    clr_run run = {.size = sizeof run, .output_index = 5000, .host = &record};

    stage_make(&stage);
    run.queue = stage.rig->queue;
    run.inputs[0] = (clr_span){stage.input, 0, COUNT};
    assert_ok(stage.rig, clr_plan_run(stage.plan, &run));
    assert_int_equal(clFinish(run.queue), CL_SUCCESS);
    assert_int_equal(record.argmax.index, 700);
    assert_int_equal(record.sum_status, CLR_OK);
    stage_destroy(&stage);
}

static void expect_refusal(struct stage *stage, size_t count, uint64_t index, cl_mem output,
                           const char *part)
{
    const clr_run run = {.size = sizeof run,
                         .queue = stage->rig->queue,
                         .inputs = {{stage->input, 0, COUNT}},
                         .output = output,
                         .output_index = index,
                         .arrays = stage->arrays,
                         .array_count = count};

    assert_error(stage->rig, CLR_ERROR_ARGUMENT, clr_plan_run(stage->plan, &run), part);
}

TEST(refuses_arrays_that_do_not_fit)
{
    struct stage stage;
    clr_arrays kept;

    stage_make(&stage);
    expect_refusal(&stage, 2, AT, NULL, "array_count is 2");
    expect_refusal(&stage, 0, AT, NULL, "array_count is 0");
    expect_refusal(&stage, 3, ROOM, NULL, "arrays[0].value values 4");
    expect_refusal(&stage, 3, AT, stage.greatest, "output");
    kept = stage.arrays[0];
    stage.arrays[0].value = stage.place;
    expect_refusal(&stage, 3, 0, NULL, "arrays[0].index overlaps");
    stage.arrays[0] = kept;
    kept = stage.arrays[1];
    stage.arrays[1].index = stage.record;
    expect_refusal(&stage, 3, AT, NULL, "arrays[1].index is given, and minmax has no index");
    stage.arrays[1] = kept;
    stage.arrays[1].second = stage.arrays[1].value;
    expect_refusal(&stage, 3, AT, NULL, "arrays[1].second overlaps");
    stage.arrays[1] = kept;
    stage.arrays[1].value = stage.input;
    expect_refusal(&stage, 3, AT, NULL, "input x and the output overlap");
    stage.arrays[1] = kept;
    stage.arrays[2].size = 3;
    expect_refusal(&stage, 3, AT, NULL, "clr_arrays.size");
    stage.arrays[2].size = sizeof(clr_arrays);
    run_whole(&stage, stage.rig->queue, NULL, NULL);
    expect_results(&stage);
    stage_destroy(&stage);
}
