/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every public call that takes a struct with its size looks at the size before anything else: the
 * struct is a size and no more, the last bytes of a page that has none behind it.
 */
#include "support.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The objects that the calls are made on. */
static struct {
    const struct rig *rig;
    clr_device_list *list;
    clr_plan *flat; /* of sums of i32 */
    clr_stream *stream;
    clr_accumulator *accumulator;
    clr_team *team;
    cl_mem x;
} on;

static const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
static const int numbers[4] = {1, 2, 3, 4};

/* ---- what is read ---- */

/* Makes a plan and destroys it. */
static clr_status planned(const clr_reduction *reductions, const clr_plan_options *options)
{
    clr_plan *plan = NULL;
    const clr_status status = clr_plan_create(on.rig->context, reductions, 1, options, &plan);

    clr_plan_destroy(plan);
    return status;
}

/* Runs a plan of the options, over the run with a queue and an input, to its end. */
static clr_status run_of(clr_plan_options options, clr_run run)
{
    clr_plan *plan = NULL;
    clr_status status;

    options.size = sizeof options;
    assert_ok(on.rig, clr_plan_create(on.rig->context, &sum, 1, &options, &plan));
    run.size = sizeof run;
    run.queue = on.rig->queue;
    run.inputs[0] = (clr_span){on.x, 0, 4};
    status = clr_plan_run(plan, &run);
    clFinish(run.queue);
    clr_plan_destroy(plan);
    return status;
}

static clr_status by_context_options(void *given)
{
    clr_context *context = NULL;
    const clr_status status = clr_context_create(given, &context);

    clr_context_destroy(context);
    return status;
}

static clr_status by_reductions_checked(void *given)
{
    return clr_plan_check(on.rig->device, given, 1, NULL, NULL, 0);
}

static clr_status by_options_checked(void *given)
{
    return clr_plan_check(on.rig->device, &sum, 1, given, NULL, 0);
}

static clr_status by_reductions(void *given)
{
    return planned(given, NULL);
}

static clr_status by_custom(void *given)
{
    const clr_reduction own = {.size = sizeof own, .op = CLR_OPERATOR_CUSTOM, .custom = given};

    return planned(&own, NULL);
}

static clr_status by_options(void *given)
{
    return planned(&sum, given);
}

static clr_status by_typical_run(void *given)
{
    const clr_plan_options options = {
        .size = sizeof options, .shape = CLR_SHAPE_AXES, .like = given};

    return planned(&sum, &options);
}

static clr_status by_run(void *given)
{
    return clr_plan_run(on.flat, given);
}

static clr_status by_run_without_plan(void *given)
{
    return clr_plan_run(NULL, given);
}

static clr_status by_arrays(void *given)
{
    return run_of((clr_plan_options){0}, (clr_run){.arrays = given, .array_count = 1});
}

static clr_status by_axes(void *given)
{
    const clr_arrays arrays = {.size = sizeof arrays, .value = on.x};

    return run_of((clr_plan_options){.shape = CLR_SHAPE_AXES},
                  (clr_run){.axes = given, .arrays = &arrays, .array_count = 1});
}

static clr_status by_segments(void *given)
{
    const clr_arrays arrays = {.size = sizeof arrays, .value = on.x};

    return run_of((clr_plan_options){.shape = CLR_SHAPE_SEGMENTS},
                  (clr_run){.segments = given, .arrays = &arrays, .array_count = 1});
}

static clr_status by_labels(void *given)
{
    const clr_arrays arrays = {.size = sizeof arrays, .value = on.x};

    return run_of((clr_plan_options){.shape = CLR_SHAPE_LABELS},
                  (clr_run){.labels = given, .arrays = &arrays, .array_count = 1});
}

static clr_status by_runs(void *given)
{
    const clr_arrays arrays = {.size = sizeof arrays, .value = on.x};

    return run_of((clr_plan_options){.shape = CLR_SHAPE_RUNS},
                  (clr_run){.runs = given, .arrays = &arrays, .array_count = 1});
}

static clr_status by_index(void *given)
{
    int64_t total;

    return run_of((clr_plan_options){.index = CLR_TYPE_U32},
                  (clr_run){.index = given, .host = &total});
}

static clr_status by_mask(void *given)
{
    int64_t total;

    return run_of((clr_plan_options){.mask = CLR_MASK_BYTES},
                  (clr_run){.mask = given, .host = &total});
}

static clr_status by_reduction_of_a_call(void *given)
{
    int64_t total;

    return clr_reduce(on.rig->context, given, numbers, 4, &total, sizeof total);
}

static clr_status by_host_run(void *given)
{
    return clr_reduce_shape(on.rig->context, &sum, 1, given);
}

static clr_status by_host_arrays(void *given)
{
    const uint32_t offsets[] = {0, 4};
    const clr_host_run run = {.size = sizeof run,
                              .shape = CLR_SHAPE_SEGMENTS,
                              .inputs = {numbers},
                              .count = 4,
                              .by = offsets,
                              .by_type = CLR_TYPE_U32,
                              .results = 1,
                              .arrays = given};

    return clr_reduce_shape(on.rig->context, &sum, 1, &run);
}

static clr_status by_host_axes(void *given)
{
    int64_t total;
    const clr_host_arrays arrays = {.size = sizeof arrays, .value = &total};
    const clr_host_run run = {.size = sizeof run,
                              .shape = CLR_SHAPE_AXES,
                              .inputs = {numbers},
                              .axes = given,
                              .arrays = &arrays};

    return clr_reduce_shape(on.rig->context, &sum, 1, &run);
}

static clr_status by_run_for_states(void *given)
{
    clr_accumulator *made = NULL;
    const clr_status status = clr_reduce_accumulator(on.rig->context, &sum, 1, given, &made);

    clr_accumulator_destroy(made);
    return status;
}

static clr_status by_stream_options(void *given)
{
    clr_stream *stream = NULL;
    const clr_status status = clr_stream_create(on.rig->context, &sum, 1, given, &stream);

    clr_stream_destroy(stream);
    return status;
}

static clr_status by_options_of_a_stream(void *given)
{
    return by_stream_options(
        &(clr_stream_options){.size = sizeof(clr_stream_options), .plan = given});
}

static clr_status by_block(void *given)
{
    clr_block_info info = {.size = sizeof info};

    return clr_device_source(on.rig->context, given, &info);
}

static clr_status by_reduction_of_a_block(void *given)
{
    return by_block(&(clr_block){.size = sizeof(clr_block), .reduction = given});
}

static clr_status by_reduction_of_states(void *given)
{
    clr_accumulator *made = NULL;
    const clr_status status = clr_accumulator_create(given, 1, &made, NULL, 0);

    clr_accumulator_destroy(made);
    return status;
}

static clr_status by_arrays_of_states(void *given)
{
    return clr_accumulator_results(on.accumulator, given, NULL, 0);
}

static clr_status by_team_options(void *given)
{
    clr_team *team = NULL;
    const clr_status status =
        clr_team_create((clr_context *[]){on.rig->context}, 1, &sum, 1, given, &team);

    clr_team_destroy(team);
    return status;
}

static clr_status by_run_of_a_team(void *given)
{
    return clr_team_run(on.team, given);
}

static clr_status by_options_of_ranks(void *given)
{
    clr_estimate estimates[CLR_RANKED_MOST] = {{.size = sizeof *estimates}};
    size_t ranked;

    return clr_device_list_rank(on.list, given, &sum, 1, 4, estimates, &ranked);
}

/* ---- what is written ---- */

static clr_status to_operator(void *given)
{
    return clr_operator_describe(CLR_OPERATOR_SUM, given);
}

static clr_status to_strategy(void *given)
{
    return clr_strategy_describe("ticket", given);
}

static clr_status to_plan(void *given)
{
    return clr_plan_describe(on.flat, given);
}

static clr_status to_result(void *given)
{
    return clr_plan_result(on.flat, 0, given);
}

static clr_status to_launched(void *given)
{
    return clr_plan_launched(on.flat, 0, given);
}

static clr_status to_stream_times(void *given)
{
    return clr_stream_describe(on.stream, given);
}

static clr_status to_estimates(void *given)
{
    size_t ranked;

    return clr_device_list_rank(on.list, NULL, &sum, 1, 4, given, &ranked);
}

static clr_status to_block(void *given)
{
    return clr_device_source(on.rig->context,
                             &(clr_block){.size = sizeof(clr_block), .reduction = &sum}, given);
}

static clr_status to_accumulator(void *given)
{
    return clr_accumulator_describe(on.accumulator, given);
}

static clr_status to_team_device(void *given)
{
    return clr_team_describe(on.team, 0, given);
}

/* ---- the test ---- */

static clr_status (*const calls[])(void *given) = {
    by_context_options,
    by_reductions_checked,
    by_options_checked,
    by_reductions,
    by_custom,
    by_options,
    by_typical_run,
    by_run,
    by_run_without_plan,
    by_arrays,
    by_axes,
    by_segments,
    by_labels,
    by_runs,
    by_index,
    by_mask,
    by_reduction_of_a_call,
    by_host_run,
    by_host_arrays,
    by_host_axes,
    by_run_for_states,
    by_stream_options,
    by_options_of_a_stream,
    by_block,
    by_reduction_of_a_block,
    by_reduction_of_states,
    by_arrays_of_states,
    by_team_options,
    by_run_of_a_team,
    by_options_of_ranks,
    to_operator,
    to_strategy,
    to_plan,
    to_result,
    to_launched,
    to_stream_times,
    to_estimates,
    to_block,
    to_accumulator,
    to_team_device,
};

/* Puts a size in front of a page that can be neither read nor written. */
static void *size_alone(size_t size)
{
    static unsigned char *pages;
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);

    if (!pages) {
        pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        assert_ptr_not_equal(pages, MAP_FAILED);
        assert_int_equal(mprotect(pages + page, page, PROT_NONE), 0);
    }
    return memcpy(pages + page - sizeof size, &size, sizeof size);
}

TEST(the_size_is_read_first)
{
    static const size_t refused[] = {0, 1, 9, 0x5a5a5a5a5a5a5a5a, SIZE_MAX};

    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        for (size_t k = 0; k < sizeof refused / sizeof *refused; k++)
            if (calls[i](size_alone(refused[k])) != CLR_ERROR_ARGUMENT)
                fail_msg("call %zu takes a struct of size %zx", i, refused[k]);
}

/* A struct of nothing but its size has all members at their defaults: whatever the call says. */
TEST(no_more_is_read_than_the_size_says)
{
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        calls[i](size_alone(sizeof(size_t)));
}

/* An event is NULL after any failure, but for that of a size. */
TEST(events_are_null_after_failures)
{
    cl_event event = (cl_event)(void *)&event;
    clr_run run = {.size = sizeof run, .event = &event};

    assert_int_equal(clr_plan_run(on.flat, &run), CLR_ERROR_ARGUMENT);
    assert_null(event);
    event = (cl_event)(void *)&event;
    run.size = 3;
    assert_int_equal(clr_plan_run(on.flat, &run), CLR_ERROR_ARGUMENT);
    assert_ptr_equal(event, &event);
}

/* Makes the objects, and runs the plan once. */
void before_all(void)
{
    int64_t total = 0;
    cl_int code;

    on.rig = rig_at(0);
    on.x = clCreateBuffer(clr_context_opencl(on.rig->context),
                          CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof numbers,
                          (void *)(uintptr_t)numbers, &code);
    assert_int_equal(code, CL_SUCCESS);
    assert_int_equal(clr_device_list_create(&on.list), CLR_OK);
    assert_ok(on.rig, clr_plan_create(on.rig->context, &sum, 1, NULL, &on.flat));
    assert_ok(on.rig, clr_stream_create(on.rig->context, &sum, 1, NULL, &on.stream));
    assert_int_equal(clr_accumulator_create(&sum, 1, &on.accumulator, NULL, 0), CLR_OK);
    assert_int_equal(
        clr_team_create((clr_context *[]){on.rig->context}, 1, &sum, 1, NULL, &on.team), CLR_OK);
    assert_ok(on.rig, clr_plan_run(on.flat, RUN(.queue = on.rig->queue, .inputs = {{on.x, 0, 4}},
                                                .host = &total, .blocking = 1)));
    assert_int_equal(total, 10);
}

void after_all(void)
{
    clr_team_destroy(on.team);
    clr_accumulator_destroy(on.accumulator);
    clr_stream_destroy(on.stream);
    clr_plan_destroy(on.flat);
    clr_device_list_destroy(on.list);
    clReleaseMemObject(on.x);
}
