/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whatever fails below the library: a status, no leak, and objects that still work. Every scenario
 * is run again and again with the first, the second, the third ... OpenCL call or allocation
 * failing, until one run gets through untouched; once with that one failing, once with all after it
 * failing, too. OpenCL fails through the layer in tests/layer; allocations of the library (and of
 * this file) through the linker's --wrap.
 */
#include "layer/fault_layer.h"
#include "scenario.h"
#include "unit.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const clr_fault_control *layer;

/* ---- Allocations that fail ------------------------------------------------------------------ */

static atomic_long allocations;
static atomic_long allocation_at;
static atomic_int allocation_persistent;
static atomic_long allocations_failed;

static void arm_allocations(long k, int persistent)
{
    atomic_store(&allocation_at, 0);
    atomic_store(&allocations, 0);
    atomic_store(&allocations_failed, 0);
    atomic_store(&allocation_persistent, persistent);
    atomic_store(&allocation_at, k);
}

static bool allocation_fails(void)
{
    long made = atomic_fetch_add(&allocations, 1) + 1;
    long at = atomic_load(&allocation_at);

    if (!at || made < at || (made > at && !atomic_load(&allocation_persistent)))
        return false;
    atomic_fetch_add(&allocations_failed, 1);
    return true;
}

/* What the linker makes of the library's malloc() and so on. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
char *__wrap_strdup(const char *text);

void *__wrap_malloc(size_t size)
{
    return allocation_fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return allocation_fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return allocation_fails() ? NULL : __real_realloc(memory, size);
}

char *__wrap_strdup(const char *text)
{
    return allocation_fails() ? NULL : __real_strdup(text);
}

/* ---- Judgement --------------------------------------------------------------------------------
 */

/* A sweep: a scenario, what fails in it, and whether everything after that fails as well. */
struct sweep {
    const struct scenario *scenario;
    bool of_allocations;
    bool persistent;
};

enum { SWEEPS = 4 * SCENARIOS };

static struct sweep sweeps[SWEEPS];

static void arm(const struct sweep *sweep, long k)
{
    if (sweep->of_allocations)
        arm_allocations(k, sweep->persistent);
    else
        layer->arm(k, sweep->persistent);
}

static void disarm(void)
{
    layer->arm(0, 0);
    arm_allocations(0, 0);
}

static bool is_to_many(const struct scenario *scenario)
{
    return scenario->run == reduce_row || scenario->run == reduce_large_row ||
           scenario->run == reduce_run_of_keys || scenario->run == reduce_by_team;
}

/* Calls without which the library can go on: answers it may do without, and the disk cache. */
static bool can_do_without(clr_fault_call call, const struct scenario *scenario)
{
    switch (call) {
    case CLR_CALL_clGetPlatformInfo:
    case CLR_CALL_clGetDeviceIDs: /* another platform may have devices */
    case CLR_CALL_clGetDeviceInfo:
    case CLR_CALL_clGetKernelWorkGroupInfo:
    case CLR_CALL_clGetProgramInfo:
    case CLR_CALL_clGetProgramBuildInfo:
    case CLR_CALL_clGetEventProfilingInfo:
    case CLR_CALL_clRetainEvent: /* a marker can stand for the event of a run */
        return true;
    case CLR_CALL_clCreateProgramWithBinary:
    case CLR_CALL_clBuildProgram:
        /* a context is opened although the later language of two does not compile */
        return scenario->cache == CACHE_WARM || scenario->props == PROPS_NONE;
    case CLR_CALL_clEnqueueNDRangeKernel:
        return scenario->props < PROPS_PLAN; /* a trial that is refused leads to smaller groups */
    case CLR_CALL_clCreateBuffer:            /* of the caller's memory: a copy does */
        return is_to_many(scenario);
    case CLR_CALL_clEnqueueMapBuffer: /* of pinned memory: the driver copies the array itself */
        return scenario->run == reduce_large_row;
    case CLR_CALL_clFinish:
        /* as it clears away, with the result there; at the end of a trial */
        return scenario->run == reduce_once || scenario->run == reduce_two_inputs ||
               is_to_many(scenario) || scenario->props < PROPS_PLAN;
    default:
        return false;
    }
}

/* Whether `status` is what clreduce.h promises for an OpenCL call that failed with `code`. */
static bool status_fits(clr_status status, clr_fault_call call, cl_int code)
{
    if (status == CLR_ERROR_NO_DEVICE)
        return call == CLR_CALL_clGetPlatformIDs || call == CLR_CALL_clGetDeviceIDs;
    switch (code) {
    case CL_OUT_OF_HOST_MEMORY:
        return status == CLR_ERROR_MEMORY || status == CLR_ERROR_OPENCL;
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
        return status == CLR_ERROR_DEVICE_MEMORY;
    case CL_OUT_OF_RESOURCES:
        return status == CLR_ERROR_DEVICE_MEMORY || status == CLR_ERROR_OPENCL;
    case CL_BUILD_PROGRAM_FAILURE:
        return status == CLR_ERROR_BUILD;
    default:
        return status == CLR_ERROR_OPENCL;
    }
}

/* The error that belongs to the scenario's last call, NULL if there was no memory for its owner. */
static const clr_error *last_error(const struct stage *stage)
{
    if (stage->is_by_team)
        return stage->team ? clr_team_error(stage->team) : NULL;
    if (stage->context)
        return clr_context_error(stage->context);
    return stage->devices ? clr_device_list_error(stage->devices) : NULL;
}

static void judge_opencl_failure(const struct sweep *sweep, clr_status status,
                                 const clr_error *error, clr_fault_call call)
{
    if (status == CLR_ERROR_OPENCL) {
        assert_int_not_equal(error->opencl_code, CL_SUCCESS);
        assert_int_not_equal(strlen(error->call), 0);
    }
    if (sweep->persistent)
        return; /* which of the many failures it ends with is the library's affair */
    if (!status_fits(status, call, layer->call_code(call)))
        fail_msg("%s failed with %d and the status is %s", layer->call_name(call),
                 (int)layer->call_code(call), clr_status_name(status));
    if (error->opencl_code != CL_SUCCESS) {
        assert_string_equal(error->call, layer->call_name(call));
        assert_int_equal(error->opencl_code, layer->call_code(call));
    }
}

static void judge_failure(const struct sweep *sweep, clr_status status, const struct stage *stage,
                          clr_fault_call call)
{
    const clr_error *error = last_error(stage);

    if (sweep->of_allocations && !sweep->persistent)
        assert_int_equal(status, CLR_ERROR_MEMORY);
    if (!error) {
        assert_int_equal(status, CLR_ERROR_MEMORY);
        return;
    }
    assert_int_equal(error->status, status);
    assert_int_not_equal(strlen(error->message), 0);
    if (!sweep->of_allocations)
        judge_opencl_failure(sweep, status, error, call);
}

static void judge_success(const struct sweep *sweep, struct stage *stage)
{
    stage_finish_queues(stage);
    if (sweep->scenario->gives_result)
        assert_int_equal(stage->result, expected);
}

/* What was alive before the test: nothing, unless another test has failed halfway. */
static clr_fault_counts before;

static int note_what_lives(void **state)
{
    (void)state;
    layer->count(&before);
    return 0;
}

static void assert_nothing_leaked(void)
{
    clr_fault_counts now;

    layer->count(&now);
    for (size_t i = 0; i < CLR_KIND_COUNT; i++)
        assert_int_equal(now.live[i], before.live[i]);
    assert_int_equal(now.bad_releases, before.bad_releases);
}

/* Runs the scenario once more, on the objects that have been through a failure. */
static void run_unharmed(const struct sweep *sweep, struct stage *stage)
{
    stage_finish_queues(stage);
    stage->result = -1;
    assert_int_equal(sweep->scenario->run(stage), CLR_OK);
    judge_success(sweep, stage);
}

/* Runs the scenario with failure number `k`. False: there was no failure of that number. */
static bool run_with_fault(const struct sweep *sweep, long k)
{
    struct stage stage;
    clr_fault_call call;

    stage_set_up(sweep->scenario, &stage);
    arm(sweep, k);
    clr_status status = sweep->scenario->run(&stage);
    bool opencl_failed = layer->injected(&call) > 0;
    bool failed = opencl_failed || atomic_load(&allocations_failed) > 0;
    disarm();

    if (status != CLR_OK)
        judge_failure(sweep, status, &stage, call);
    else
        judge_success(sweep, &stage);
    if (status == CLR_OK && opencl_failed && !can_do_without(call, sweep->scenario))
        fail_msg("%s failed and the status is ok", layer->call_name(call));
    if (status != CLR_OK && !failed)
        fail_msg("nothing failed and the status is %s", clr_status_name(status));

    if (sweep->scenario->props >= PROPS_CONTEXT)
        run_unharmed(sweep, &stage);
    stage_strike(&stage);
    assert_nothing_leaked();
    return failed;
}

/* In the small scope every eighth place fails, from another one on in every sweep. */
static void sweep_faults(void **state)
{
    const struct sweep *sweep = *state;
    const long step = test_scope() <= SCOPE_SMALL ? 8 : 1;
    long k = 1 + (sweep - sweeps) % step;
    long survived = 0;

    for (; run_with_fault(sweep, k); k += step)
        assert_true(survived++ < 10000);
    print_message("%ld failures survived\n", survived);
}

/* Goes on with a stream whose calls fail: whatever that gives, it must not crash or leak. */
static void use_stream_stubbornly(struct stage *stage)
{
    uint64_t fed = 0;

    if (create_stream(stage) != CLR_OK)
        return;
    for (int tries = 0; tries < 8 && fed < ELEMENTS; tries++)
        (void)feed_piece(stage->stream, &fed);
    (void)finish_stream(stage);
    (void)finish_stream(stage);
}

TEST_BETWEEN(streams_outlive_their_failures, note_what_lives, NULL)
{
    const struct scenario place = {.props = PROPS_CONTEXT, .cache = CACHE_WARM};
    long injected = 1;
    struct stage stage;

    for (long k = 1; injected; k++) {
        injected = 0;
        for (int persistent = 0; persistent < 2; persistent++) {
            stage_set_up(&place, &stage);
            layer->arm(k, persistent);
            use_stream_stubbornly(&stage);
            injected += layer->injected(NULL);
            disarm();
            stage_strike(&stage);
            assert_nothing_leaked();
        }
    }
}

/* A destroy has no status: with everything failing it must still leave nothing behind. */
TEST_BETWEEN(destroying_needs_no_luck, note_what_lives, NULL)
{
    const struct scenario place = {.props = PROPS_PLAN};
    struct stage stage;
    uint64_t fed = 0;

    stage_set_up(&place, &stage);
    assert_int_equal(run_on_two_queues(&stage), CLR_OK);
    assert_int_equal(create_stream(&stage), CLR_OK);
    assert_int_equal(feed_piece(stage.stream, &fed), CLR_OK);
    stage_finish_queues(&stage);
    layer->arm(1, 1);
    arm_allocations(1, 1);
    clr_stream_destroy(stage.stream);
    clr_plan_destroy(stage.plan);
    stage.stream = NULL;
    stage.plan = NULL;
    disarm();
    stage_strike(&stage);
    assert_nothing_leaked();
}

/* ---- What a run costs ------------------------------------------------------------------------ */

/* What running a plan may call; everything else is for its making. */
static bool belongs_to_a_run(clr_fault_call call)
{
    switch (call) {
    case CLR_CALL_clSetKernelArg:
    case CLR_CALL_clEnqueueNDRangeKernel:
    case CLR_CALL_clEnqueueReadBuffer:
    case CLR_CALL_clEnqueueMarkerWithWaitList:
    case CLR_CALL_clGetMemObjectInfo:
    case CLR_CALL_clGetCommandQueueInfo:
    case CLR_CALL_clRetainEvent:
    case CLR_CALL_clReleaseEvent:
    case CLR_CALL_clRetainCommandQueue:
    case CLR_CALL_clReleaseCommandQueue:
    case CLR_CALL_clFlush:
        return true;
    default:
        return false;
    }
}

/*
 * A hundred runs of a plan launch the kernels that it says, and allocate, compile and wait for
 * nothing. (That finishing on the host waits in the call that fetches the groups' states is its
 * lesson.)
 */
static void run_a_hundred_times(const char *strategy)
{
    const clr_plan_options how = {.size = sizeof how, .strategy = strategy, .group_size = 16};
    const struct scenario place = {.props = PROPS_PLAN, .cache = CACHE_WARM, .how = &how};
    struct stage stage;
    clr_fault_counts counts;

    stage_set_up(&place, &stage);
    assert_int_equal(run_on_queue(&stage), CLR_OK); /* the first one may remember its queue */
    layer->clear_counts();
    atomic_store(&allocations, 0);
    for (int i = 0; i < 100; i++)
        assert_int_equal(run_on_queue(&stage), CLR_OK);
    assert_int_equal(atomic_load(&allocations), 0);
    layer->count(&counts);
    assert_int_equal(counts.calls[CLR_CALL_clEnqueueNDRangeKernel],
                     100 * clr_plan_launches(stage.plan, ELEMENTS));
    assert_int_equal(counts.calls[CLR_CALL_clEnqueueReadBuffer], 100);
    for (int call = 0; call < CLR_CALL_COUNT; call++)
        if (counts.calls[call] && !belongs_to_a_run((clr_fault_call)call))
            fail_msg("a run by %s calls %s", strategy, layer->call_name((clr_fault_call)call));
    stage_finish_queues(&stage);
    assert_int_equal(stage.result, expected);
    stage_strike(&stage);
    assert_nothing_leaked();
}

TEST_BETWEEN(runs_allocate_and_compile_nothing, note_what_lives, NULL)
{
    static const char *const strategies[] = {"one-group",       "two-pass", "sequential",
                                             "sequential-host", "atomic",   "ticket"};

    for (size_t s = 0; s < sizeof strategies / sizeof *strategies; s++)
        run_a_hundred_times(strategies[s]);
}

/* ---- All of it --------------------------------------------------------------------------------
 */

static char sweep_names[SWEEPS][80];

static struct CMUnitTest describe_sweep(size_t i)
{
    struct sweep *sweep = &sweeps[i];

    sweep->scenario = &scenarios[i / 4];
    sweep->of_allocations = i / 2 % 2;
    sweep->persistent = i % 2;
    snprintf(sweep_names[i], sizeof sweep_names[i], "%s: %s fails%s", sweep->scenario->name,
             sweep->of_allocations ? "an allocation" : "a call",
             sweep->persistent ? ", and all after it" : "");
    return (struct CMUnitTest){sweep_names[i], sweep_faults, note_what_lives, NULL, sweep};
}

void before_all(void)
{
    setenv("OPENCL_LAYERS", CLR_FAULT_LAYER, 1);
    layer = clr_fault_needed();
    scenarios_open();
    for (size_t i = 0; i < SWEEPS; i++)
        test_add(0, describe_sweep(i));
}

void after_all(void)
{
    scenarios_close();
}
