/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whatever fails below the library: a status, no leak, and objects that still work. Every scenario
 * is run again and again with the first, the second, the third ... OpenCL call or allocation
 * failing, until one run gets through untouched; once with that one failing, once with all after it
 * failing, too. OpenCL fails through the layer in tests/layer; allocations of the library (and of
 * this file) through the linker's --wrap.
 */
#include "layer/fault_layer.h"

#include <clreduce/clreduce.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <ftw.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const clr_fault_control *layer;
static char scratch_folder[] = "/tmp/clreduce-faults-XXXXXX";

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

/* ---- The stage: what a scenario finds, and leaves ------------------------------------------- */

enum { ELEMENTS = 5000 };

struct stage {
    const char *cache; /* folder of the disk cache, "" for none */
    clr_context *context;
    clr_plan *plan;
    clr_stream *stream;
    cl_command_queue queue;      /* in order */
    cl_command_queue free_queue; /* out of order */
    cl_mem input;                /* the elements */
    cl_mem output;
    clr_device_list *devices;
    int64_t result; /* of the last run, -1 before */
};

static int32_t elements[ELEMENTS]; /* 1, 2, 3 ... */
static const int64_t expected = (int64_t)ELEMENTS * (ELEMENTS + 1) / 2;
static const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);

static clr_status create_context(struct stage *stage)
{
    clr_context_options options = {.size = sizeof options, .cache_folder = stage->cache};

    return clr_context_create(&options, &stage->context);
}

static void set_plan_up(struct stage *stage)
{
    assert_int_equal(clr_plan_create(stage->context, &sum, NULL, &stage->plan), CLR_OK);
}

static void set_buffers_up(struct stage *stage)
{
    cl_context opencl = clr_context_opencl(stage->context);
    cl_device_id device = clr_context_device(stage->context)->device;
    const cl_queue_properties free_order[] = {CL_QUEUE_PROPERTIES,
                                              CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    cl_int code;

    stage->queue = clCreateCommandQueueWithProperties(opencl, device, NULL, &code);
    assert_int_equal(code, CL_SUCCESS);
    stage->free_queue = clCreateCommandQueueWithProperties(opencl, device, free_order, &code);
    assert_int_equal(code, CL_SUCCESS);
    stage->input = clCreateBuffer(opencl, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof elements,
                                  elements, &code);
    assert_int_equal(code, CL_SUCCESS);
    stage->output = clCreateBuffer(opencl, CL_MEM_WRITE_ONLY, sizeof(int64_t), NULL, &code);
    assert_int_equal(code, CL_SUCCESS);
}

static void finish_queues(struct stage *stage)
{
    if (stage->queue)
        assert_int_equal(clFinish(stage->queue), CL_SUCCESS);
    if (stage->free_queue)
        assert_int_equal(clFinish(stage->free_queue), CL_SUCCESS);
}

static void strike(struct stage *stage)
{
    finish_queues(stage);
    clr_stream_destroy(stage->stream);
    clr_plan_destroy(stage->plan);
    if (stage->queue)
        clReleaseCommandQueue(stage->queue);
    if (stage->free_queue)
        clReleaseCommandQueue(stage->free_queue);
    if (stage->input)
        clReleaseMemObject(stage->input);
    if (stage->output)
        clReleaseMemObject(stage->output);
    clr_context_destroy(stage->context);
    clr_device_list_destroy(stage->devices);
    *stage = (struct stage){0};
}

/* ---- Scenarios: only the library's calls, until one fails ------------------------------------ */

static clr_status list_devices(struct stage *stage)
{
    clr_device_list_destroy(stage->devices);
    stage->devices = NULL;
    return clr_device_list_create(&stage->devices);
}

static clr_status open_context(struct stage *stage)
{
    clr_context_destroy(stage->context);
    stage->context = NULL;
    return create_context(stage);
}

static clr_status make_plan(struct stage *stage)
{
    clr_plan_destroy(stage->plan);
    stage->plan = NULL;
    return clr_plan_create(stage->context, &sum, NULL, &stage->plan);
}

static clr_status make_plan_of_two_passes(struct stage *stage)
{
    const clr_plan_options options = {.size = sizeof options, .strategy = "two-pass"};

    clr_plan_destroy(stage->plan);
    stage->plan = NULL;
    return clr_plan_create(stage->context, &sum, &options, &stage->plan);
}

static clr_status reduce_once(struct stage *stage)
{
    return clr_reduce(stage->context, &sum, elements, ELEMENTS, &stage->result);
}

static clr_span whole_input(const struct stage *stage)
{
    return (clr_span){stage->input, 0, ELEMENTS};
}

static clr_status run_on_queue(struct stage *stage)
{
    return clr_plan_enqueue_to_host(stage->plan, stage->queue, whole_input(stage), &stage->result,
                                    0, NULL, NULL);
}

static clr_status run_into_buffer(struct stage *stage)
{
    return clr_plan_enqueue(stage->plan, stage->queue, whole_input(stage), stage->output, 0, 0,
                            NULL, NULL);
}

/* One run after the other on queues that keep no order between them, with events in and out. */
static clr_status run_on_two_queues(struct stage *stage)
{
    const clr_span input = whole_input(stage);
    cl_event first = NULL, second = NULL;
    clr_status status =
        clr_plan_enqueue(stage->plan, stage->queue, input, stage->output, 0, 0, NULL, &first);

    if (status == CLR_OK)
        status = clr_plan_enqueue(stage->plan, stage->free_queue, input, stage->output, 0, 1,
                                  &first, &second);
    if (status == CLR_OK)
        status = clr_plan_enqueue_to_host(stage->plan, stage->free_queue, input, &stage->result, 1,
                                          &second, NULL);
    if (first)
        clReleaseEvent(first);
    if (second)
        clReleaseEvent(second);
    return status;
}

/* Whatever was folded before a failure is discarded, so that a second attempt starts afresh. */
static clr_status run_in_parts(struct stage *stage)
{
    const uint64_t split = 1234;
    const clr_span parts[] = {{stage->input, 0, split}, {stage->input, split, ELEMENTS - split}};
    clr_status status = make_plan(stage);

    for (size_t i = 0; status == CLR_OK && i < COUNT(parts); i++)
        status = clr_plan_enqueue_part(stage->plan, stage->queue, parts[i], 0, NULL, NULL);
    if (status == CLR_OK)
        status = clr_plan_enqueue_result_to_host(stage->plan, stage->queue, &stage->result, 0, NULL,
                                                 NULL);
    return status;
}

/* One piece of a stream: `*fed` elements have gone before. */
static clr_status feed_piece(clr_stream *stream, uint64_t *fed)
{
    uint64_t room = 0;
    void *place = NULL;
    clr_status status = clr_stream_map(stream, &place, &room);

    if (status != CLR_OK)
        return status;
    room = room < ELEMENTS - *fed ? room : ELEMENTS - *fed;
    memcpy(place, elements + *fed, room * sizeof *elements);
    status = clr_stream_submit(stream, room);
    if (status == CLR_OK)
        *fed += room;
    return status;
}

static clr_status create_stream(struct stage *stage)
{
    const clr_reduction both[] = {sum, CLR_REDUCTION(CLR_OPERATOR_MAX, CLR_TYPE_I32)};

    return clr_stream_create(stage->context, both, COUNT(both), NULL, ELEMENTS / 4, &stage->stream);
}

static clr_status finish_stream(struct stage *stage)
{
    int32_t greatest = 0;
    int64_t total = -1;
    void *const results[] = {&total, &greatest};
    clr_status status = clr_stream_result(stage->stream, results);

    stage->result = greatest == ELEMENTS ? total : -1;
    return status;
}

static clr_status run_stream(struct stage *stage)
{
    uint64_t fed = 0;

    clr_stream_destroy(stage->stream);
    stage->stream = NULL;
    clr_status status = create_stream(stage);
    while (status == CLR_OK && fed < ELEMENTS)
        status = feed_piece(stage->stream, &fed);
    return status == CLR_OK ? finish_stream(stage) : status;
}

typedef enum cache_state { CACHE_OFF, CACHE_COLD, CACHE_WARM } cache_state;

struct scenario {
    const char *name;
    clr_status (*run)(struct stage *stage);
    cache_state cache;
    bool has_context; /* a context is there before the run; so are ... */
    bool has_plan;    /* ... a plan ... */
    bool has_buffers; /* ... and queues and buffers */
    bool gives_result;
};

static const struct scenario scenarios[] = {
    {"list devices", list_devices, CACHE_OFF, false, false, false, false},
    {"open a context, cold cache", open_context, CACHE_COLD, false, false, false, false},
    {"open a context, warm cache", open_context, CACHE_WARM, false, false, false, false},
    {"make a plan", make_plan, CACHE_OFF, true, false, false, false},
    {"make a plan, cold cache", make_plan, CACHE_COLD, true, false, false, false},
    {"make a plan, warm cache", make_plan, CACHE_WARM, true, false, false, false},
    {"make a plan of two passes", make_plan_of_two_passes, CACHE_OFF, true, false, false, false},
    {"run", run_on_queue, CACHE_WARM, true, true, true, true},
    {"run into a buffer", run_into_buffer, CACHE_WARM, true, true, true, false},
    {"run on two queues", run_on_two_queues, CACHE_WARM, true, true, true, true},
    {"run in parts", run_in_parts, CACHE_WARM, true, true, true, true},
    {"reduce host memory", reduce_once, CACHE_WARM, true, false, false, true},
    {"stream", run_stream, CACHE_WARM, true, false, false, true},
};

static void set_up(const struct scenario *scenario, struct stage *stage)
{
    static char folder[sizeof scratch_folder + 32];
    static int cold_folders;

    snprintf(folder, sizeof folder, "%s/%d", scratch_folder,
             scenario->cache == CACHE_COLD ? ++cold_folders : 0);
    *stage = (struct stage){.cache = scenario->cache == CACHE_OFF ? "" : folder, .result = -1};
    if (!scenario->has_context)
        return;
    assert_int_equal(create_context(stage), CLR_OK);
    if (scenario->has_plan)
        set_plan_up(stage);
    if (scenario->has_buffers)
        set_buffers_up(stage);
}

/* ---- Judgement --------------------------------------------------------------------------------
 */

/* A sweep: a scenario, what fails in it, and whether everything after that fails as well. */
struct sweep {
    const struct scenario *scenario;
    bool of_allocations;
    bool persistent;
};

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
        return scenario->cache == CACHE_WARM;
    case CLR_CALL_clFinish:
        return scenario->run == reduce_once; /* as it clears away, with the result there */
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
    finish_queues(stage);
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
    finish_queues(stage);
    stage->result = -1;
    assert_int_equal(sweep->scenario->run(stage), CLR_OK);
    judge_success(sweep, stage);
}

/* Runs the scenario with failure number `k`. False: there was no failure of that number. */
static bool run_with_fault(const struct sweep *sweep, long k)
{
    struct stage stage;
    clr_fault_call call;

    set_up(sweep->scenario, &stage);
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

    if (sweep->scenario->has_context)
        run_unharmed(sweep, &stage);
    strike(&stage);
    assert_nothing_leaked();
    return failed;
}

static void sweep_faults(void **state)
{
    const struct sweep *sweep = *state;
    long k = 1;

    while (run_with_fault(sweep, k))
        assert_true(k++ < 10000);
    print_message("%ld failures survived\n", k - 1);
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

static void streams_outlive_their_failures(void **state)
{
    const struct scenario place = {.has_context = true, .cache = CACHE_WARM};
    long injected = 1;
    struct stage stage;

    (void)state;
    for (long k = 1; injected; k++) {
        injected = 0;
        for (int persistent = 0; persistent < 2; persistent++) {
            set_up(&place, &stage);
            layer->arm(k, persistent);
            use_stream_stubbornly(&stage);
            injected += layer->injected(NULL);
            disarm();
            strike(&stage);
            assert_nothing_leaked();
        }
    }
}

/* A destroy has no status: with everything failing it must still leave nothing behind. */
static void destroying_needs_no_luck(void **state)
{
    const struct scenario place = {.has_context = true, .has_plan = true, .has_buffers = true};
    struct stage stage;
    uint64_t fed = 0;

    (void)state;
    set_up(&place, &stage);
    assert_int_equal(run_on_two_queues(&stage), CLR_OK);
    assert_int_equal(create_stream(&stage), CLR_OK);
    assert_int_equal(feed_piece(stage.stream, &fed), CLR_OK);
    finish_queues(&stage);
    layer->arm(1, 1);
    arm_allocations(1, 1);
    clr_stream_destroy(stage.stream);
    clr_plan_destroy(stage.plan);
    stage.stream = NULL;
    stage.plan = NULL;
    disarm();
    strike(&stage);
    assert_nothing_leaked();
}

/* ---- What a run costs --------------------------------------------------------------------------
 */

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

/* A hundred runs of a plan of `strategy` allocate, compile and wait for nothing. */
static void run_a_hundred_times(struct stage *stage, const char *strategy)
{
    const clr_plan_options options = {.size = sizeof options, .strategy = strategy};
    clr_plan_info info = {.size = sizeof info};
    clr_fault_counts counts;

    assert_int_equal(clr_plan_create(stage->context, &sum, &options, &stage->plan), CLR_OK);
    assert_int_equal(clr_plan_describe(stage->plan, &info), CLR_OK);
    assert_int_equal(run_on_queue(stage), CLR_OK); /* the first one may remember its queue */
    layer->clear_counts();
    atomic_store(&allocations, 0);
    for (int i = 0; i < 100; i++)
        assert_int_equal(run_on_queue(stage), CLR_OK);
    assert_int_equal(atomic_load(&allocations), 0);
    layer->count(&counts);
    assert_int_equal(counts.calls[CLR_CALL_clEnqueueNDRangeKernel], 100 * info.launches);
    assert_int_equal(counts.calls[CLR_CALL_clEnqueueReadBuffer], 100);
    for (int call = 0; call < CLR_CALL_COUNT; call++)
        if (counts.calls[call] && !belongs_to_a_run((clr_fault_call)call))
            fail_msg("a run calls %s", layer->call_name((clr_fault_call)call));
    finish_queues(stage);
    assert_int_equal(stage->result, expected);
    clr_plan_destroy(stage->plan);
    stage->plan = NULL;
}

static void runs_allocate_and_compile_nothing(void **state)
{
    const struct scenario place = {.has_context = true, .has_buffers = true};
    struct stage stage;

    (void)state;
    set_up(&place, &stage);
    run_a_hundred_times(&stage, "one-group");
    run_a_hundred_times(&stage, "two-pass");
    strike(&stage);
    assert_nothing_leaked();
}

/* ---- All of it
 * ----------------------------------------------------------------------------------- */

enum { SWEEPS = 4 * COUNT(scenarios) };

static struct sweep sweeps[SWEEPS];
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

static int set_group_up(void **state)
{
    (void)state;
    for (int i = 0; i < ELEMENTS; i++)
        elements[i] = i + 1;
    layer = clr_fault_find();
    return layer && mkdtemp(scratch_folder) ? 0 : -1;
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *where)
{
    (void)status;
    (void)kind;
    (void)where;
    return remove(path);
}

static int tear_group_down(void **state)
{
    (void)state;
    return nftw(scratch_folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

int main(int argument_count, char **arguments)
{
    struct CMUnitTest tests[SWEEPS + 3] = {
        [SWEEPS] = cmocka_unit_test_setup(destroying_needs_no_luck, note_what_lives),
        [SWEEPS + 2] = cmocka_unit_test_setup(streams_outlive_their_failures, note_what_lives),
        [SWEEPS + 1] = cmocka_unit_test_setup(runs_allocate_and_compile_nothing, note_what_lives),
    };

    setenv("OPENCL_LAYERS", CLR_FAULT_LAYER, 1);
    if (argument_count > 1)
        cmocka_set_test_filter(arguments[1]);
    for (size_t i = 0; i < SWEEPS; i++)
        tests[i] = describe_sweep(i);
    return cmocka_run_group_tests_name("faults", tests, set_group_up, tear_group_down);
}
